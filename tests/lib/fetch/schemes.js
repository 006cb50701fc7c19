'use strict';
// fetch() of what is no server.

const { ask } = require('../fetch_server.js');


ask(__filename, [
  async () => fetch(),
  async () => fetch(""),
  async () => fetch("/x"),
  async () => fetch("http://"),
  async () => fetch("about:blank"),
  async () => fetch("file:///etc/passwd"),
  async () => fetch("foo:bar"),
  async () => fetch("data:,a%20b").then(r=>r.text()),
  async () => fetch("data:text/html;base64,aGk=").then(r=>r.headers.get("content-type")),
  async () => fetch("data:x").then(r=>r.text()),
  async () => fetch("blob:nodedata:x"),
  async () => fetch(URL.createObjectURL(new Blob(["hi"],{type:"a/b"}))).then(async r=>[r.status,r.headers.get("content-type"),r.headers.get("content-length"),await r.text(),r.url.slice(0,5)]),
  async () => fetch("http://127.0.0.1:9/"),
  async () => fetch("http://127.0.0.1:1/"),
  async () => fetch("http://127.0.0.1:6000/"),
  async () => fetch("http://127.0.0.1:22/"),
  async () => fetch("http://a",{signal:AbortSignal.abort()}),
  async () => fetch("http://a",{signal:AbortSignal.abort(5)}),
  async () => fetch("http://a",{method:"GET",body:"x"}),
  async () => fetch("ftp://a/"),
  async () => (async()=>{const r=await fetch("data:text/plain;charset=utf-8;base64,w6k=#x");return [r.url,r.type,r.status,r.statusText,[...r.headers],await r.text()]})(),
  async () => (async()=>{const r=await fetch("data:;charset=x,a");return [...r.headers]})(),
  async () => (async()=>{const r=await fetch("data:text/html,%zz");return r.text()})(),
  async () => fetch("data:;base64,a"),
  async () => (await fetch("data:text/plain,x",{method:"POST"})).text(),
  async () => fetch("blob:x",{method:"POST"}),
  async () => fetch({}),
  async () => fetch("http://a",1),
  async () => fetch(Symbol()),
]);
