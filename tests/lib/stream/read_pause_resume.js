'use strict';
// read() chunk by chunk; pause() and resume() of destroyed streams.
const {Readable,Writable,Transform}=require('stream');
const r=new Readable({read(){}}); r.push('a');r.push('b');r.push('c'); console.log(String(r.read()), r.readableLength); console.log(String(r.read(2)));
const e=new Readable({read(){},encoding:'utf8'}); e.push('a');e.push('b'); console.log(e.read(), e.readableLength);
const p=new Readable({read(){}}); p.on('pause',()=>console.log('pause')); p.on('resume',()=>console.log('resume')); p.destroy(); p.pause(); console.log(p.isPaused(),p.readableFlowing); p.resume(); console.log(p.isPaused(),p.readableFlowing);
const w=new Writable({write(c,e,cb){cb()}}); w.end('x'); const K=Reflect.ownKeys(w._writableState).find(k=>String(k)=='Symbol(kState)'); const kk=()=>console.log(w._writableState[K].toString(2).split('').reverse().map((b,i)=>b==='1'?i:'').filter(x=>x!=='').join(',')); w.on('prefinish',kk); w.on('finish',kk); w.on('close',kk);
const err=new Readable({read(){}}); err.on('error',()=>{}); err.on('pause',()=>console.log('pause err')); err.on('resume',()=>console.log('resume err')); err.destroy(new Error('x')); err.pause(); err.resume(); 
const ne=new Readable({read(){},autoDestroy:false}); ne.on('error',()=>{}); ne.on('pause',()=>console.log('pause ne')); ne.push({}); ne.pause(); 
