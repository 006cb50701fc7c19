'use strict';
// compose(): the order in which head, tail and the whole come to their end.
const {Readable,PassThrough,Writable,Duplex,Transform,compose,finished,addAbortSignal,pipeline}=require('stream');
const t1=new Transform({objectMode:true,highWaterMark:3,transform(c,e,cb){console.log('_tr',String(c));cb(null,null)}});
const head=Duplex.from(async function*(s){for await(const c of s){console.log('h',c);yield String(c)+'^'}});
for(const [n,s] of [['t1',t1],['head',head]])for(const e of ['end','finish','close','error','prefinish'])s.on(e,x=>console.log(n,e,x&&x.code));
const c9=compose(head,t1); for(const e of ['end','finish','close','error','prefinish'])c9.on(e,x=>console.log('c9',e,x&&x.code));
c9.write('c91',e=>console.log('cb',e)); c9.cork(); Promise.resolve().then(()=>{console.log('uncork');c9.uncork();}); c9.end(e=>console.log('endcb',e));
Promise.resolve().then(()=>{c9.resume()});
setImmediate(()=>console.log('imm',head.eventNames(),t1.eventNames(),c9.eventNames(),head.destroyed,t1.destroyed,c9.destroyed));
