'use strict';
// The async iterator of a Readable: its shape, calls at the same time, return() and throw().
const {Readable,PassThrough,Writable,finished}=require('stream');
const r=Readable.from([1,2,3,4]); const it=r[Symbol.asyncIterator]();
console.log(it.next.length, it.return&&it.return.length, it.throw&&it.throw.length, it[Symbol.asyncIterator]()===it);
(async()=>{
 const a=[it.next(),it.next(),it.next(),it.next(),it.next(),it.next()]; console.log(JSON.stringify(await Promise.all(a)));
 const r2=Readable.from([1,2,3]); const i2=r2[Symbol.asyncIterator](); console.log(JSON.stringify(await i2.next())); console.log(JSON.stringify(await i2.return(7)), r2.destroyed); console.log(JSON.stringify(await i2.next()),JSON.stringify(await i2.return(8)));
 const r3=Readable.from([1,2,3]); r3.on('error',e=>console.log('r3 error',e.message)); const i3=r3[Symbol.asyncIterator](); console.log(JSON.stringify(await i3.next())); try{ console.log(JSON.stringify(await i3.throw(new Error('thr'))))}catch(e){console.log('caught',e.message)}; console.log(r3.destroyed, r3.errored&&r3.errored.message); console.log(JSON.stringify(await i3.next()));
 const r4=new Readable({read(){}}); const i4=r4[Symbol.asyncIterator](); const q=[i4.next(),i4.next(),i4.return(5)]; r4.push('a'); console.log(await Promise.allSettled(q.map((x,i)=>x.then(v=>(console.log(i,v),v),e=>{console.log(i,'err',e.message);throw e})))); 
})();
setImmediate(()=>setImmediate(()=>{
 const r5=new Readable({read(){}}); const i5=r5[Symbol.asyncIterator](); const q=[i5.next(),i5.return(5)]; q.forEach((x,i)=>x.then(v=>console.log('r5',i,v),e=>console.log('r5',i,e.message))); setImmediate(()=>{console.log('push');r5.push('z');});
}));
