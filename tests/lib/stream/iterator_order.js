'use strict';
// Promise jobs, ticks and chunks of for await; finished() on streams that are over.
const {Readable,PassThrough,Writable,finished,addAbortSignal,pipeline}=require('stream');
const mt=(n,l)=>{let p=Promise.resolve();for(let i=0;i<n;i++)p=p.then(()=>console.log(l+i))};
const r=new Readable({read(){}}); const it=r[Symbol.asyncIterator](); console.log('rl',r.listenerCount('readable'),r.listenerCount('error')); const n1=it.next(); console.log('rl',r.listenerCount('readable'),r.eventNames());
n1.then(v=>console.log('n1',v)); 
setImmediate(()=>{ r.push('x'); process.nextTick(()=>{console.log('tick');mt(4,'m')}); 
setImmediate(()=>{ console.log('--closed'); const c=new Readable({read(){this.push(null)}}); c.resume(); c.on('close',()=>setImmediate(()=>{ const i=c[Symbol.asyncIterator](); const n=i.next(); n.then(v=>console.log('closed next',v)); mt(3,'c'); process.nextTick(()=>console.log('ctick')); console.log(c.eventNames());
 setImmediate(()=>{ console.log('--destroyed err'); const e=new Readable({read(){}}); e.on('error',()=>{}); e.destroy(new Error('boo')); const i=e[Symbol.asyncIterator](); i.next().then(v=>console.log(v),x=>console.log('next err',x.message)); process.nextTick(()=>console.log('etick')); 
 setImmediate(()=>{ console.log('--errored later'); const i=e[Symbol.asyncIterator](); i.next().then(v=>console.log(v),x=>console.log('next err',x.message)); mt(3,'e'); process.nextTick(()=>console.log('etick')); i.next().then(v=>console.log('second',v));
 setImmediate(()=>{ console.log('--finished after close'); finished(e,x=>console.log('fin',x&&x.message)); mt(2,'f'); process.nextTick(()=>console.log('ftick')); console.log(e.eventNames());
 const ac=new AbortController(); ac.abort(); const q=new PassThrough(); finished(q,{signal:ac.signal},x=>console.log('aborted fin',x.name)); console.log(q.eventNames()); process.nextTick(()=>console.log('gtick'));
 setImmediate(()=>{console.log('--end seq'); const z=Readable.from(['a']); (async()=>{for await(const c of z)console.log('z',c);console.log('z done',z.destroyed,z.closed)})(); mt(12,'z'); process.nextTick(()=>console.log('t1')); z.on('end',()=>console.log('z end'));z.on('close',()=>console.log('z close'));
 setImmediate(()=>{console.log('--return seq'); const z=new Readable({read(){this.push('q')}}); (async()=>{for await(const c of z){console.log('z',String(c));break}console.log('z done',z.destroyed,z.closed,z.eventNames())})(); mt(6,'z');z.on('close',()=>console.log('z close'));z.on('error',e=>console.log('z err',e.name));
 setImmediate(()=>{console.log('--no destroyOnReturn'); const z=new Readable({read(){this.push('q')}}); (async()=>{for await(const c of z.iterator({destroyOnReturn:false})){console.log('z',String(c));break}console.log('z done',z.destroyed,z.closed,z.eventNames())})(); mt(6,'z');
 })})})})})})}))})});
