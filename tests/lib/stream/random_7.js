// A random program: streams, ticks, promise jobs and immediates, with all events logged.
'use strict';
const S=require('stream');const {Readable,Writable,Duplex,Transform,PassThrough,pipeline,finished,compose,addAbortSignal}=S;
const L=(...a)=>console.log(...a.map(x=>x instanceof Error?(x.code||x.name)+':'+x.message:Buffer.isBuffer(x)?'<'+x.toString()+'>':x&&typeof x==='object'&&x.pipe?'[stream]':typeof x==='object'&&x?JSON.stringify(x):String(x)));
process.on('uncaughtException',e=>L('UNCAUGHT',e));process.on('unhandledRejection',e=>L('UNHANDLED',e));
let fuel=400;const burn=()=>{if(--fuel<0)process.exit(3)};
let ticks=0;const beat=(n)=>{if(n<=0)return;process.nextTick(()=>{L('t');Promise.resolve().then(()=>L('m'))});setImmediate(()=>{L('i');beat(n-1)})};
function W(s,n){for(const e of ['end','finish','close','error','readable','drain','pause','resume','pipe','unpipe','prefinish'])if(s['no'+e]!==1){if(e==='readable')continue;s.on(e,(x)=>{burn();L(n,e,x===undefined?'':x,e==='unpipe'||e==='pipe'?'':[s.readableLength,s.writableLength,s.readable,s.writable,s.destroyed,s.closed,s.errored?1:0])})}return s}

beat(3);
const r0=W(Readable.from((async function*(){try{L('gen',0);yield '0g';}finally{L('gen fin')}})()),'r0');
const t1=W(new PassThrough({highWaterMark:5,}),'t1');
const w2=W(new Writable({objectMode:true,highWaterMark:3,destroy(e,cb){L('_destroy',e);queueMicrotask(()=>{cb(e)})},writev(cs,cb){burn();L('_writev',cs.length,cs.map(c=>String(c.chunk)).join('|'));setImmediate(()=>{cb()})},write(c,e,cb){burn();L('_write',String(c),e);this.j=(this.j||0)+1;if(this.j===2){throw new Error('wt');return}cb()},}),'w2');
r0.pipe(t1).pipe(w2);
finished(r0,e=>L('r0 fin',e));
setImmediate(()=>{L('pause');r0.pause();});setImmediate(()=>setImmediate(()=>{r0.resume();}));
setImmediate(()=>{r0.setEncoding('utf8');});
L('t1 destroy');t1.destroy(new Error('out'),(e)=>L('destroy cb',e));
setImmediate(()=>setImmediate(()=>{t1.setEncoding('utf8');}));
process.on('exit',c=>{L('exit',c,fuel<0);for(const s of [r0,t1,w2])L(s._readableState&&[...Reflect.ownKeys(s._readableState)].filter(k=>String(k)==='Symbol(kState)').map(k=>s._readableState[k]&0x0fffffff),s._writableState&&[...Reflect.ownKeys(s._writableState)].filter(k=>String(k)==='Symbol(kState)').map(k=>s._writableState[k]),s.eventNames().map(String))});
