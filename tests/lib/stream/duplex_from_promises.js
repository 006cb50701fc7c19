'use strict';
// Duplex.from() promises and async functions, promise job by promise job.
const {Readable,Duplex}=require('stream');
const mt=(n,f)=>{let p=Promise.resolve();for(let i=0;i<n;i++)p=p.then(()=>f(i))};
const d=Duplex.from(Promise.resolve('pr')); mt(6,i=>console.log(i,d.readableLength,d._readableState.ended));
const e=Duplex.from(Promise.reject(new Error('z'))); e.on('error',x=>console.log('err',x.message)); mt(6,i=>console.log(i,e.destroyed));
setImmediate(()=>{ const d=Duplex.from(async function(s){for await(const c of s)console.log('c',c); return undefined}); d.on('finish',()=>console.log('finish')); d.on('close',()=>console.log('close'));d.end('q');mt(12,i=>console.log(i,d.writableLength));
setImmediate(()=>{ const d=Duplex.from(async function(s){ throw new Error('af')}); d.on('error',()=>console.log('af error'));mt(6,i=>console.log(i,d.destroyed)); d.end('q');}) });
