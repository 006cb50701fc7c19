'use strict';
// Bodies that come over http: compressed, cut short, aborted, slow.

const { ask } = require('../fetch_server.js');

ask(__filename, [
  async (base) => (await fetch(base+"/echo",{headers:{Connection:"close"}})).text(),
  async (base) => (await fetch(base+"/echo",{method:"POST",body:new ReadableStream({start(c){c.enqueue(new TextEncoder().encode("ab"));c.close()}}),duplex:"half"})).text(),
  async (base) => (async()=>{const r=await fetch(base+"/gzip?e=gzip");return [r.headers.get("content-encoding"),r.headers.get("content-length"),await r.text()]})(),
  async (base) => (async()=>{const r=await fetch(base+"/gzip?e=x-gzip");return [r.headers.get("content-encoding"),r.headers.get("content-length"),await r.text()]})(),
  async (base) => (async()=>{const r=await fetch(base+"/gzip?e=deflate");return [r.headers.get("content-encoding"),r.headers.get("content-length"),await r.text()]})(),
  async (base) => (async()=>{const r=await fetch(base+"/gzip?e=deflate-raw");return [r.headers.get("content-encoding"),r.headers.get("content-length"),await r.text()]})(),
  async (base) => (async()=>{const r=await fetch(base+"/gzip?e=br");return [r.headers.get("content-encoding"),r.headers.get("content-length"),await r.text()]})(),
  async (base) => (async()=>{const r=await fetch(base+"/gzip?e=gzip, br");return [r.headers.get("content-encoding"),r.headers.get("content-length"),await r.text()]})(),
  async (base) => (async()=>{const r=await fetch(base+"/gzip?e=unknown");return [r.headers.get("content-encoding"),r.headers.get("content-length"),await r.text()]})(),
  async (base) => (async()=>{const r=await fetch(base+"/gzip?e=bad");return [r.headers.get("content-encoding"),r.headers.get("content-length"),await r.text()]})(),
  async (base) => (await fetch(base+"/cut")).text(),
  async (base) => fetch(base+"/close"),
  async (base) => fetch(base+"/bad"),
  async (base) => (async()=>{const c=new AbortController();setTimeout(()=>c.abort(),30);return fetch(base+"/hang",{signal:c.signal})})(),
  async (base) => (async()=>{const c=new AbortController();setTimeout(()=>c.abort(new Error("why")),30);return fetch(base+"/hang",{signal:c.signal})})(),
  async (base) => fetch(base+"/hang",{signal:AbortSignal.timeout(30)}),
  async (base) => (async()=>{const c=new AbortController();const r=await fetch(base+"/slowhang",{signal:c.signal});setTimeout(()=>c.abort(),30);return r.text()})(),
  async (base) => (async()=>{const c=new AbortController();const r=await fetch(base+"/slowhang",{signal:c.signal});setTimeout(()=>c.abort(7),30);return r.text()})(),
  async (base) => (async()=>{const r=await fetch(base+"/slow");const x=[];for await(const c of r.body)x.push(c.constructor.name+Buffer.from(c));return x})(),
  async (base) => (async()=>{const r=await fetch(base+"/slow");const c=r.clone();return [await r.text(),await c.text()]})(),
  async (base) => (async()=>{const r=await fetch(base+"/slowhang");await r.body.cancel("z");return r.bodyUsed})(),
]);
