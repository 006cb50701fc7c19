'use strict';
// Channels, tracing channels, their order and their messages.
const dc=require('diagnostics_channel');
const log=[];
for(const f of [()=>dc.channel(1),()=>dc.channel('a').subscribe(1),()=>dc.hasSubscribers('zz'),()=>dc.unsubscribe('zz',()=>{}),()=>dc.tracingChannel(1),()=>dc.tracingChannel('t').subscribe(1),()=>new dc.Channel('q'),()=>dc.boundedChannel('b'),()=>dc.boundedChannel('b').start, ()=>Object.getOwnPropertyNames(dc.tracingChannel('t')), ()=>dc.channel('a')===dc.channel('a'), ()=>dc.channel(Symbol.for('s')).name, ()=>dc.channel('x') instanceof dc.Channel, ()=>dc.channel('q').withStoreScope({}), ()=>dc.boundedChannel('b').withScope({})]) try{console.log(f())}catch(e){console.log(e.name,e.code,e.message)}
const c=dc.channel('c'); const s1=(m,n)=>log.push(['s1',m,n]); dc.subscribe('c',s1); console.log(c.hasSubscribers,c instanceof dc.Channel, dc.hasSubscribers('c')); c.publish({a:1}); console.log(dc.unsubscribe('c',s1),dc.unsubscribe('c',s1),c.hasSubscribers); c.publish(2);
const t=dc.tracingChannel('T'); const h={}; for(const k of ['start','end','asyncStart','asyncEnd','error']) h[k]=(m)=>log.push([k,{...m,...(m.error&&{error:m.error.message})}]); t.subscribe(h); console.log(t.hasSubscribers,t.start.name);
console.log(t.traceSync(function(a){return [this.z,a]},{ctx:1},{z:9},5)); try{t.traceSync(()=>{throw new Error('boom')},{})}catch(e){console.log(e.message)}
t.tracePromise(async()=>7,{p:1}).then(v=>{console.log(v); return t.tracePromise(()=>Promise.reject(new Error('rej')),{})}).catch(e=>console.log(e.message)).then(()=>{ t.traceCallback((cb)=>setImmediate(cb,null,'res'),0,{cb:1},null,(e,r)=>{log.push(['cb',e,r]); console.log(log); console.log(t.unsubscribe(h), t.unsubscribe(h), t.hasSubscribers);
 dc.subscribe('err',()=>{throw new Error('in sub')}); process.on('uncaughtException',e=>console.log('uncaught',e.message)); dc.channel('err').publish(1); console.log('after');
})});
try{t.traceCallback(()=>{},0,{},null,1)}catch(e){console.log(e.code,e.message)}
