'use strict';
// fetch() and redirects: which are followed, with which method, body and headers.

const { ask } = require('../fetch_server.js');

ask(__filename, [
  async (base) => (async()=>{const r=await fetch(base+"/echo#frag");return [r.url,r.status,r.statusText,r.ok,r.redirected,r.type,[...r.headers]]})(),
  async (base) => (async()=>{const r=await fetch(base+"/redirect?s=301");return [r.status,r.url,r.redirected,await r.text()]})(),
  async (base) => (async()=>{const r=await fetch(base+"/redirect?s=301",{method:"POST",body:"abc",headers:{"x-a":"b"}});return [r.status,r.url,r.redirected,await r.text()]})(),
  async (base) => (async()=>{const r=await fetch(base+"/redirect?s=302");return [r.status,r.url,r.redirected,await r.text()]})(),
  async (base) => (async()=>{const r=await fetch(base+"/redirect?s=302",{method:"POST",body:"abc",headers:{"x-a":"b"}});return [r.status,r.url,r.redirected,await r.text()]})(),
  async (base) => (async()=>{const r=await fetch(base+"/redirect?s=303");return [r.status,r.url,r.redirected,await r.text()]})(),
  async (base) => (async()=>{const r=await fetch(base+"/redirect?s=303",{method:"POST",body:"abc",headers:{"x-a":"b"}});return [r.status,r.url,r.redirected,await r.text()]})(),
  async (base) => (async()=>{const r=await fetch(base+"/redirect?s=307");return [r.status,r.url,r.redirected,await r.text()]})(),
  async (base) => (async()=>{const r=await fetch(base+"/redirect?s=307",{method:"POST",body:"abc",headers:{"x-a":"b"}});return [r.status,r.url,r.redirected,await r.text()]})(),
  async (base) => (async()=>{const r=await fetch(base+"/redirect?s=308");return [r.status,r.url,r.redirected,await r.text()]})(),
  async (base) => (async()=>{const r=await fetch(base+"/redirect?s=308",{method:"POST",body:"abc",headers:{"x-a":"b"}});return [r.status,r.url,r.redirected,await r.text()]})(),
  async (base) => (async()=>{const r=await fetch(base+"/redirect?s=300");return [r.status,r.url,r.redirected,await r.text()]})(),
  async (base) => (async()=>{const r=await fetch(base+"/redirect?s=300",{method:"POST",body:"abc",headers:{"x-a":"b"}});return [r.status,r.url,r.redirected,await r.text()]})(),
  async (base) => (async()=>{const r=await fetch(base+"/redirect?s=304");return [r.status,r.url,r.redirected,await r.text()]})(),
  async (base) => (async()=>{const r=await fetch(base+"/redirect?s=304",{method:"POST",body:"abc",headers:{"x-a":"b"}});return [r.status,r.url,r.redirected,await r.text()]})(),
  async (base) => (async()=>{const r=await fetch(base+"/redirect?s=307",{method:"POST",body:new ReadableStream({start(c){c.enqueue(Buffer.from("x"));c.close()}}),duplex:"half"});return r.status})(),
  async (base) => (async()=>{const r=await fetch(base+"/redirect",{redirect:"manual"});return [r.status,r.type,r.url,r.headers.get("location"),await r.text(),r.redirected]})(),
  async (base) => fetch(base+"/redirect",{redirect:"error"}),
  async (base) => fetch(base+"/loop"),
  async (base) => (async()=>{const r=await fetch(base+"/nolocation");return [r.status,await r.text(),r.redirected]})(),
  async (base) => (async()=>{const r=await fetch(base+"/redirect?to=%23x");return r.url})(),
  async (base) => (async()=>{const r=await fetch(base+"/redirect?to=/echo%23y#x");return r.url})(),
  async (base) => (async()=>{const r=await fetch(base+"/redirect#x");return r.url})(),
  async (base) => fetch(base+"/redirect?to=ftp://a/"),
  async (base) => fetch(base+"/redirect?to=http://"),
  async (base) => fetch(base+"/redirect?to=data:,x"),
  async (base) => fetch(base+"/redirect?to=http://u:p@127.0.0.1:1/"),
  async (base) => (async()=>{const r=await fetch(base+"/redirect?to="+encodeURIComponent(base.replace("127.0.0.1","localhost")+"/echo"),{headers:{Authorization:"x",Cookie:"y"}});return r.text()})(),
  async (base) => (async()=>{const r=await fetch(base+"/redirect",{headers:{Authorization:"x",Cookie:"y"}});return r.text()})(),
]);
