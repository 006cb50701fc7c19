'use strict';
// When readable is emitted for the end of input.
const {Readable,Duplex,Transform}=require('stream');
const make=(n,K=Readable,o={})=>{const r=new K({objectMode:true,read(){},...o}); r.emit_=r.emit; r.emit=function(e,...a){ console.log(n,e,r.readableLength,r.readableFlowing); return r.emit_(e,...a)}; return r};
const S=(n,r)=>console.log(n,r._readableState.sync,r._readableState.emittedReadable,r._readableState.needReadable,r.readableLength);
const later=(fs)=>fs.length&&setImmediate(()=>{console.log('--');fs[0]();later(fs.slice(1))});
later([
()=>{const t=make('t1',Transform); t.push('x');S('t1',t);t.push(null);S('t1',t)},
()=>{const t=make('t2',Transform); t.push(null);S('t2',t);},
()=>{const t=make('r3'); t.push(null);S('r3',t);t.resume()},
()=>{const t=make('r4'); t.read(0);S('r4',t);t.push(null);S('r4',t)},
()=>{const t=make('r5'); t.read(0);S('r5',t);t.push('x');S('r5',t);t.push(null);S('r5',t)},
()=>{const t=make('r6'); t.read(0);t.push('x');setImmediate(()=>{S('r6',t);t.push(null);S('r6',t)})},
()=>{},()=>{const t=make('r7'); t.pause();t.push('x');t.push(null);S('r7',t);t.on('readable',()=>{console.log('h',t.read())})},
()=>{const t=make('r8'); t.on('readable',()=>{console.log('h',t.read())});t.push('x');t.push(null);S('r8',t);},
()=>{const t=make('r9'); t.on('readable',()=>{console.log('h',t.read())});setImmediate(()=>{t.push('x');t.push(null);S('r9',t);})},()=>{},
()=>{const t=make('r10'); t.on('data',()=>{});t.pause();t.push('x');t.push(null);S('r10',t);t.resume()},
()=>{const t=make('r11'); t.on('data',()=>{});t.pause();setImmediate(()=>{t.push('x');t.push('y');t.push(null);S('r11',t);t.resume()})},()=>{},
()=>{const t=make('r12',Readable,{highWaterMark:1}); t.push('x');t.push('y');S('r12',t);t.read();S('r12',t);t.push(null);S('r12',t);t.resume()},
]);
