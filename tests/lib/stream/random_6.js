// A random program: streams, ticks, promise jobs and immediates, with all events logged.
'use strict';
const S=require('stream');const {Readable,Writable,Duplex,Transform,PassThrough,pipeline,finished,compose,addAbortSignal}=S;
const L=(...a)=>console.log(...a.map(x=>x instanceof Error?(x.code||x.name)+':'+x.message:Buffer.isBuffer(x)?'<'+x.toString()+'>':x&&typeof x==='object'&&x.pipe?'[stream]':typeof x==='object'&&x?JSON.stringify(x):String(x)));
process.on('uncaughtException',e=>L('UNCAUGHT',e));process.on('unhandledRejection',e=>L('UNHANDLED',e));
let fuel=400;const burn=()=>{if(--fuel<0)process.exit(3)};
let ticks=0;const beat=(n)=>{if(n<=0)return;process.nextTick(()=>{L('t');Promise.resolve().then(()=>L('m'))});setImmediate(()=>{L('i');beat(n-1)})};
function W(s,n){for(const e of ['end','finish','close','error','readable','drain','pause','resume','pipe','unpipe','prefinish'])if(s['no'+e]!==1){if(e==='readable')continue;s.on(e,(x)=>{burn();L(n,e,x===undefined?'':x,e==='unpipe'||e==='pipe'?'':[s.readableLength,s.writableLength,s.readable,s.writable,s.destroyed,s.closed,s.errored?1:0])})}return s}

beat(3);
const d0=W(new Duplex({readable:false,read(){L('_read');this.k??=0;if(this.k++>2)this.push(null);else this.push('d'+this.k)},write(c,e,cb){L('_write',String(c));queueMicrotask(()=>{cb()})},}),'d0');
L('d0 w0',d0.write('d00','latin1'));
L('d0 w1',d0.write('d01'));
Promise.resolve().then(()=>{L('d0 w2',d0.write('d02'));});
setImmediate(()=>{L('d0 w3',d0.write('d03',e=>L('d0 cb3',e)));});
d0.cork();setImmediate(()=>{d0.uncork();});process.nextTick(()=>{d0.end('l',e=>L('d0 endcb',e));});
setImmediate(()=>{d0.on('readable',()=>{burn();L('d0 readable');const c=d0.read();L('d0 got',c===null?'null':c)});});
finished(d0,e=>L('d0 fin',e));
process.on('exit',c=>{L('exit',c,fuel<0);for(const s of [d0])L(s._readableState&&[...Reflect.ownKeys(s._readableState)].filter(k=>String(k)==='Symbol(kState)').map(k=>s._readableState[k]&0x0fffffff),s._writableState&&[...Reflect.ownKeys(s._writableState)].filter(k=>String(k)==='Symbol(kState)').map(k=>s._writableState[k]),s.eventNames().map(String))});
