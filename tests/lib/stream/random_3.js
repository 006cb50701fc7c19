// A random program: streams, ticks, promise jobs and immediates, with all events logged.
'use strict';
const S=require('stream');const {Readable,Writable,Duplex,Transform,PassThrough,pipeline,finished,compose,addAbortSignal}=S;
const L=(...a)=>console.log(...a.map(x=>x instanceof Error?(x.code||x.name)+':'+x.message:Buffer.isBuffer(x)?'<'+x.toString()+'>':x&&typeof x==='object'&&x.pipe?'[stream]':typeof x==='object'&&x?JSON.stringify(x):String(x)));
process.on('uncaughtException',e=>L('UNCAUGHT',e));process.on('unhandledRejection',e=>L('UNHANDLED',e));
let fuel=400;const burn=()=>{if(--fuel<0)process.exit(3)};
let ticks=0;const beat=(n)=>{if(n<=0)return;process.nextTick(()=>{L('t');Promise.resolve().then(()=>L('m'))});setImmediate(()=>{L('i');beat(n-1)})};
function W(s,n){for(const e of ['end','finish','close','error','readable','drain','pause','resume','pipe','unpipe','prefinish'])if(s['no'+e]!==1){if(e==='readable')continue;s.on(e,(x)=>{burn();L(n,e,x===undefined?'':x,e==='unpipe'||e==='pipe'?'':[s.readableLength,s.writableLength,s.readable,s.writable,s.destroyed,s.closed,s.errored?1:0])})}return s}

beat(7);
const r0=W(Readable.from(['0x','1x','2',Promise.resolve('3p'),Promise.resolve('4p')]),'r0');
const w1=W(new Writable({writev(cs,cb){burn();L('_writev',cs.length,cs.map(c=>String(c.chunk)).join('|'));queueMicrotask(()=>{cb()})},write(c,e,cb){burn();L('_write',String(c),e);this.j=(this.j||0)+1;if(this.j===2){this.destroy();cb();return}cb()},}),'w1');
const w2=W(new Writable({objectMode:true,autoDestroy:false,destroy(e,cb){L('_destroy',e);cb(e)},write(c,e,cb){burn();L('_write',String(c),e);this.j=(this.j||0)+1;Promise.resolve().then(()=>{cb()})},final(cb){L('_final');Promise.resolve().then(()=>{cb()})},}),'w2');
r0.pipe(w1);setImmediate(()=>{r0.pipe(w2);});
setImmediate(()=>{r0.unpipe(w1);});
setImmediate(()=>setImmediate(()=>{finished(r0,{readable:false},e=>L('r0 fin',e));}));
setImmediate(()=>{(async()=>{await w1[Symbol.asyncDispose]();L('disposed')})().catch(e=>L('dispose err',e));});
process.on('exit',c=>{L('exit',c,fuel<0);for(const s of [r0,w1,w2])L(s._readableState&&[...Reflect.ownKeys(s._readableState)].filter(k=>String(k)==='Symbol(kState)').map(k=>s._readableState[k]&0x0fffffff),s._writableState&&[...Reflect.ownKeys(s._writableState)].filter(k=>String(k)==='Symbol(kState)').map(k=>s._writableState[k]),s.eventNames().map(String))});
