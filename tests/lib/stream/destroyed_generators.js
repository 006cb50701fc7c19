'use strict';
// Destroying a Duplex or Readable made of a generator or function.
const {Readable,Duplex}=require('stream');
const mt=(n,l)=>{let p=Promise.resolve();for(let i=0;i<n;i++)p=p.then(()=>console.log(l+i))};
const go=(name,fn,act)=>{ const d=Duplex.from(fn); for(const e of ['end','finish','close','error'])d.on(e,x=>console.log(name,e,x&&x.message)); act(d,name); mt(14,name);  process.nextTick(()=>console.log(name,'tick'));};
const gen=(n)=>async function*(s,{signal}){ signal.addEventListener('abort',()=>console.log(n,'abort',signal.reason&&signal.reason.message)); try { for await (const c of s) {console.log(n,'c',c);yield c+'!'} } catch(e){console.log(n,'caught',e.name,e.message,e.cause&&e.cause.message)} finally {console.log(n,'fin')} };
go('a',gen('a'),d=>{d.resume();d.destroy(new Error('x'))});
setImmediate(()=>{ go('b',gen('b'),d=>{d.resume();setImmediate(()=>{d.destroy(new Error('x'));mt(14,'bb')})});
setImmediate(()=>setImmediate(()=>setImmediate(()=>{ go('c',gen('c'),d=>{d.resume();d.write('w');setImmediate(()=>{d.destroy();mt(14,'cc')})});
setImmediate(()=>setImmediate(()=>setImmediate(()=>{ go('d',async function(s){ try { for await (const c of s) console.log('d',c) } catch(e){console.log('d caught',e.name,e.message)} },d=>{d.write('w');setImmediate(()=>{d.destroy(new Error('dd'));mt(14,'dd')})});
setImmediate(()=>setImmediate(()=>setImmediate(()=>{ console.log('--e'); const d=Readable.from((async function*(){yield 1;yield 2})(),{destroy(e,cb){console.log('own destroy',e&&e.message);cb(e)}}); d.on('error',e=>console.log('err',e.message)); d.on('close',()=>console.log('close')); d.destroy(new Error('q')); mt(10,'e');
setImmediate(()=>{ console.log('--f'); const d=Readable.from([1,2],{destroy(e,cb){console.log('own destroy',e&&e.message);cb(e)}}); d.on('error',e=>console.log('err',e.message)); d.on('close',()=>console.log('close')); d.destroy(new Error('q')); mt(10,'f'); 
setImmediate(()=>{ console.log('--g'); const d=Readable.from([1,2]); d.on('error',e=>console.log('err',e.message)); d.on('close',()=>console.log('close')); d.destroy(new Error('q')); mt(10,'f'); })})
})))})))})))});
