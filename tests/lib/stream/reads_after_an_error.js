'use strict';
// What is still read from a stream that has failed, and when a pipe closes.
const {Readable,PassThrough,Writable,finished,addAbortSignal,pipeline}=require('stream');
// data after errored
const t=new PassThrough({readableHighWaterMark:100}); t.on('error',e=>console.log('err',e.message)); t.on('end',()=>console.log('end')); t.write('abc'); t.on('close',()=>console.log('close'));
process.nextTick(()=>{ t.destroy(new Error('x')); console.log('read',t.read(), t.readableDidRead); });
const r=new Readable({read(){},autoDestroy:false}); r.on('error',e=>console.log('rerr',e.message)); r.push('abc'); r.push({}); r.on('data',d=>console.log('data',String(d))); console.log('r.read',String(r.read()),r.readableDidRead);
setImmediate(()=>{ const s=new PassThrough(); s.on('error',e=>console.log('serr',e.message)); s.on('data',d=>console.log('s data',String(d))); s.end('last'); process.nextTick(()=>{s.write('x')});
setImmediate(()=>{ console.log('--64'); const r0=new Readable({highWaterMark:2,construct(cb){process.nextTick(cb)},read(){this.k??=0;if(this.k>=1)this.push(null);else this.push('c'+this.k++)}});
 const w1=new Writable({objectMode:true,write(c,e,cb){console.log('_write');cb();console.log('pend',w1._writableState.pendingcb)}}); r0.pipe(w1); for(const e of ['end','close'])r0.on(e,()=>console.log('r0',e,w1._writableState.pendingcb)); for(const e of ['prefinish','finish','close'])w1.on(e,()=>console.log('w1',e,w1._writableState.pendingcb));
})});
