'use strict';
// resume() of streams whose input has ended.
const {Readable,Duplex}=require('stream');
const make=(n,K=Readable,o={})=>{const r=new K({objectMode:true,read(){},...o}); for(const e of ['resume','readable_','data_','end','close'])r.on(e,()=>console.log(n,e,r.readableLength)); r.emit_=r.emit; r.emit=function(e,...a){ if(e==='readable'||e==='data')console.log(n,e,r.readableLength); return r.emit_(e,...a)}; return r};
const a=make('a'); a.push('x');a.push(null);a.resume();
const b=make('b'); b.push('x');b.push(null);process.nextTick(()=>b.resume());
const c=make('c'); Promise.resolve().then(()=>{c.push('x');c.push(null)});Promise.resolve().then(()=>{c.resume()});
const d=make('d',Duplex,{writable:false}); Promise.resolve().then(()=>{d.push('x');d.push(null)});Promise.resolve().then(()=>{d.resume()});
const e=Duplex.from(Promise.resolve('pr')); e.on('resume',()=>console.log('e resume',e.readableLength)); Promise.resolve().then(()=>{console.log('e',e._readableState.sync,e.readableLength,e._readableState.emittedReadable,e._readableState.readingMore,e._readableState.needReadable);e.resume()});
