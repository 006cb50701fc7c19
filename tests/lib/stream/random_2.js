// A random program: streams, ticks, promise jobs and immediates, with all events logged.
'use strict';
const S=require('stream');const {Readable,Writable,Duplex,Transform,PassThrough,pipeline,finished,compose,addAbortSignal}=S;
const L=(...a)=>console.log(...a.map(x=>x instanceof Error?(x.code||x.name)+':'+x.message:Buffer.isBuffer(x)?'<'+x.toString()+'>':x&&typeof x==='object'&&x.pipe?'[stream]':typeof x==='object'&&x?JSON.stringify(x):String(x)));
process.on('uncaughtException',e=>L('UNCAUGHT',e));process.on('unhandledRejection',e=>L('UNHANDLED',e));
let fuel=400;const burn=()=>{if(--fuel<0)process.exit(3)};
let ticks=0;const beat=(n)=>{if(n<=0)return;process.nextTick(()=>{L('t');Promise.resolve().then(()=>L('m'))});setImmediate(()=>{L('i');beat(n-1)})};
function W(s,n){for(const e of ['end','finish','close','error','readable','drain','pause','resume','pipe','unpipe','prefinish'])if(s['no'+e]!==1){if(e==='readable')continue;s.on(e,(x)=>{burn();L(n,e,x===undefined?'':x,e==='unpipe'||e==='pipe'?'':[s.readableLength,s.writableLength,s.readable,s.writable,s.destroyed,s.closed,s.errored?1:0])})}return s}

beat(9);
const r0=W(new Readable({autoDestroy:false,construct(cb){L('construct');process.nextTick(()=>{cb(new Error('con'))})},read(n){burn();L('_read',n);this.k??=0;if(this.k===3){this.destroy();return}Promise.resolve().then(()=>{if(this.k>=5)this.push(null);else this.push('c'+this.k++);})}}),'r0');
r0.on('data',c=>{burn();L('r0 data',c);r0.pause();setImmediate(()=>r0.resume())});
process.nextTick(()=>{r0.take(2).reduce((a,b)=>a+b).then(v=>L('op',v),e=>L('op err',e));});
process.on('exit',c=>{L('exit',c,fuel<0);for(const s of [r0])L(s._readableState&&[...Reflect.ownKeys(s._readableState)].filter(k=>String(k)==='Symbol(kState)').map(k=>s._readableState[k]&0x0fffffff),s._writableState&&[...Reflect.ownKeys(s._writableState)].filter(k=>String(k)==='Symbol(kState)').map(k=>s._writableState[k]),s.eventNames().map(String))});
