// A random program: streams, ticks, promise jobs and immediates, with all events logged.
'use strict';
const S=require('stream');const {Readable,Writable,Duplex,Transform,PassThrough,pipeline,finished,compose,addAbortSignal}=S;
const L=(...a)=>console.log(...a.map(x=>x instanceof Error?(x.code||x.name)+':'+x.message:Buffer.isBuffer(x)?'<'+x.toString()+'>':x&&typeof x==='object'&&x.pipe?'[stream]':typeof x==='object'&&x?JSON.stringify(x):String(x)));
process.on('uncaughtException',e=>L('UNCAUGHT',e));process.on('unhandledRejection',e=>L('UNHANDLED',e));
let fuel=400;const burn=()=>{if(--fuel<0)process.exit(3)};
let ticks=0;const beat=(n)=>{if(n<=0)return;process.nextTick(()=>{L('t');Promise.resolve().then(()=>L('m'))});setImmediate(()=>{L('i');beat(n-1)})};
function W(s,n){for(const e of ['end','finish','close','error','readable','drain','pause','resume','pipe','unpipe','prefinish'])if(s['no'+e]!==1){if(e==='readable')continue;s.on(e,(x)=>{burn();L(n,e,x===undefined?'':x,e==='unpipe'||e==='pipe'?'':[s.readableLength,s.writableLength,s.readable,s.writable,s.destroyed,s.closed,s.errored?1:0])})}return s}

beat(5);
const r0=W(new Readable({highWaterMark:0,construct(cb){L('construct');process.nextTick(()=>{cb(new Error('con'))})},destroy(e,cb){L('_destroy',e);queueMicrotask(()=>{cb(e)})},read(n){burn();L('_read',n);this.k??=0;if(this.k>=1)this.push(null);else this.push('c'+this.k++);}}),'r0');
const t1=W(new Transform({objectMode:true,transform(c,e,cb){burn();L('_tr',String(c));this.q=(this.q||0)+1;process.nextTick(()=>{cb(null,null)})},}),'t1');
const w2=W(new Writable({objectMode:true,highWaterMark:16,writev(cs,cb){burn();L('_writev',cs.length,cs.map(c=>String(c.chunk)).join('|'));setImmediate(()=>{cb()})},write(c,e,cb){burn();L('_write',String(c),e);this.j=(this.j||0)+1;cb()},}),'w2');
r0.pipe(t1).pipe(w2);
Promise.resolve().then(()=>{L('r0 destroy');r0.destroy();});
Promise.resolve().then(()=>{L('pause');t1.pause();});process.nextTick(()=>{t1.resume();});
process.on('exit',c=>{L('exit',c,fuel<0);for(const s of [r0,t1,w2])L(s._readableState&&[...Reflect.ownKeys(s._readableState)].filter(k=>String(k)==='Symbol(kState)').map(k=>s._readableState[k]&0x0fffffff),s._writableState&&[...Reflect.ownKeys(s._writableState)].filter(k=>String(k)==='Symbol(kState)').map(k=>s._writableState[k]),s.eventNames().map(String))});
