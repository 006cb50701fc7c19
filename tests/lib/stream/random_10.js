// A random program: streams, ticks, promise jobs and immediates, with all events logged.
'use strict';
const S=require('stream');const {Readable,Writable,Duplex,Transform,PassThrough,pipeline,finished,compose,addAbortSignal}=S;
const L=(...a)=>console.log(...a.map(x=>x instanceof Error?(x.code||x.name)+':'+x.message:Buffer.isBuffer(x)?'<'+x.toString()+'>':x&&typeof x==='object'&&x.pipe?'[stream]':typeof x==='object'&&x?JSON.stringify(x):String(x)));
process.on('uncaughtException',e=>L('UNCAUGHT',e));process.on('unhandledRejection',e=>L('UNHANDLED',e));
let fuel=400;const burn=()=>{if(--fuel<0)process.exit(3)};
let ticks=0;const beat=(n)=>{if(n<=0)return;process.nextTick(()=>{L('t');Promise.resolve().then(()=>L('m'))});setImmediate(()=>{L('i');beat(n-1)})};
function W(s,n){for(const e of ['end','finish','close','error','readable','drain','pause','resume','pipe','unpipe','prefinish'])if(s['no'+e]!==1){if(e==='readable')continue;s.on(e,(x)=>{burn();L(n,e,x===undefined?'':x,e==='unpipe'||e==='pipe'?'':[s.readableLength,s.writableLength,s.readable,s.writable,s.destroyed,s.closed,s.errored?1:0])})}return s}

beat(6);
const t0=W(new Transform({objectMode:true,transform(c,e,cb){burn();L('_tr',String(c));this.q=(this.q||0)+1;process.nextTick(()=>{cb(null,c)})},}),'t0');
setImmediate(()=>setImmediate(()=>{L('t0 w0',t0.write('t00','latin1',e=>L('t0 cb0',e)));}));
process.nextTick(()=>{L('t0 w1',t0.write('t01'));});
L('t0 w2',t0.write('t02','latin1',e=>L('t0 cb2',e)));
setImmediate(()=>{L('t0 w3',t0.write('t03',e=>L('t0 cb3',e)));});
setImmediate(()=>{t0.end();});
setImmediate(()=>{t0.on('readable',()=>{burn();L('t0 readable');const c=t0.read();L('t0 got',c===null?'null':c)});});
process.on('exit',c=>{L('exit',c,fuel<0);for(const s of [t0])L(s._readableState&&[...Reflect.ownKeys(s._readableState)].filter(k=>String(k)==='Symbol(kState)').map(k=>s._readableState[k]&0x0fffffff),s._writableState&&[...Reflect.ownKeys(s._writableState)].filter(k=>String(k)==='Symbol(kState)').map(k=>s._writableState[k]),s.eventNames().map(String))});
