'use strict';
// How many callbacks a Writable owes, write by write, and when finish comes.
const {Readable,PassThrough,Writable,finished,addAbortSignal,pipeline}=require('stream');
for (const o of [{objectMode:true},{},{highWaterMark:1},{highWaterMark:0},{objectMode:true,highWaterMark:1}]) {
const w=new Writable({...o,write(c,e,cb){const b=w._writableState.pendingcb;cb();this.s=b+'>'+w._writableState.pendingcb}});
const out=[]; for(let i=0;i<3;i++){out.push(w.write('ab'),w.s,w._writableState.pendingcb,w.writableNeedDrain)} w.write('q',()=>{}); out.push(w.s,w._writableState.pendingcb); w.write('z');out.push(w.s,w._writableState.pendingcb);console.log(JSON.stringify(o),out.join(' '));
w.on('drain',()=>console.log('drain')); process.nextTick(()=>console.log(JSON.stringify(o),'tick',w._writableState.pendingcb));
}
setImmediate(()=>{console.log('later'); const w=new Writable({write(c,e,cb){const b=w._writableState.pendingcb;cb();this.s=b+'>'+w._writableState.pendingcb}}); w.on('prefinish',()=>console.log('prefinish',w._writableState.pendingcb)); w.on('finish',()=>console.log('finish')); w.end('x'); console.log(w.s,w._writableState.pendingcb); process.nextTick(()=>console.log('t1',w._writableState.pendingcb,process.nextTick(()=>console.log('t2'))));
setImmediate(()=>{console.log('r'); const w=new Writable({objectMode:true,write(c,e,cb){const b=w._writableState.pendingcb;cb();this.s=b+'>'+w._writableState.pendingcb;console.log(this.s)}}); const r=new Readable({read(){}}); r.pipe(w); r.push('abc'); setImmediate(()=>{r.push('def');r.push(null)})})
});
