// A random program: streams, ticks, promise jobs and immediates, with all events logged.
'use strict';
const S=require('stream');const {Readable,Writable,Duplex,Transform,PassThrough,pipeline,finished,compose,addAbortSignal}=S;
const L=(...a)=>console.log(...a.map(x=>x instanceof Error?(x.code||x.name)+':'+x.message:Buffer.isBuffer(x)?'<'+x.toString()+'>':x&&typeof x==='object'&&x.pipe?'[stream]':typeof x==='object'&&x?JSON.stringify(x):String(x)));
process.on('uncaughtException',e=>L('UNCAUGHT',e));process.on('unhandledRejection',e=>L('UNHANDLED',e));
let fuel=400;const burn=()=>{if(--fuel<0)process.exit(3)};
let ticks=0;const beat=(n)=>{if(n<=0)return;process.nextTick(()=>{L('t');Promise.resolve().then(()=>L('m'))});setImmediate(()=>{L('i');beat(n-1)})};
function W(s,n){for(const e of ['end','finish','close','error','readable','drain','pause','resume','pipe','unpipe','prefinish'])if(s['no'+e]!==1){if(e==='readable')continue;s.on(e,(x)=>{burn();L(n,e,x===undefined?'':x,e==='unpipe'||e==='pipe'?'':[s.readableLength,s.writableLength,s.readable,s.writable,s.destroyed,s.closed,s.errored?1:0])})}return s}

beat(4);
const t0=W(new PassThrough({objectMode:true,}),'t0');
const t1=W(new Transform({objectMode:true,emitClose:false,destroy(e,cb){L('_destroy',e);cb(new Error('des'))},transform(c,e,cb){burn();L('_tr',String(c));this.q=(this.q||0)+1;process.nextTick(()=>{cb(null,String(c).toUpperCase())})},}),'t1');
const c9=W(compose(t0,t1),'c9');
if(c9.writable){Promise.resolve().then(()=>{L('c9 w0',c9.write('c90',e=>L('c9 cb0',e)));});
Promise.resolve().then(()=>{c9.end('l',e=>L('c9 endcb',e));});}
if(c9.readable){setImmediate(()=>setImmediate(()=>{c9.on('readable',()=>{burn();L('c9 readable');const c=c9.read();L('c9 got',c===null?'null':c)});}));}
Promise.resolve().then(()=>{L('pause');t0.pause();});setImmediate(()=>setImmediate(()=>{t0.resume();}));
setImmediate(()=>{L('t1 destroy');t1.destroy(new Error('out'),(e)=>L('destroy cb',e));});
setImmediate(()=>setImmediate(()=>{L('pause');t1.pause();}));Promise.resolve().then(()=>{t1.resume();});
process.on('exit',c=>{L('exit',c,fuel<0);for(const s of [t0,t1,c9])L(s._readableState&&[...Reflect.ownKeys(s._readableState)].filter(k=>String(k)==='Symbol(kState)').map(k=>s._readableState[k]&0x0fffffff),s._writableState&&[...Reflect.ownKeys(s._writableState)].filter(k=>String(k)==='Symbol(kState)').map(k=>s._writableState[k]),s.eventNames().map(String))});
