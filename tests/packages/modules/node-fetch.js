// node-fetch as a client of node:http: bodies, headers, redirects, compression, aborts, streams.
import fetch, { AbortError, FetchError, Headers } from 'node-fetch';
import http from 'node:http';
import zlib from 'node:zlib';

const server = http.createServer((req, res) => {
  let body = '';
  req.on('data', (chunk) => (body += chunk));
  req.on('end', () => {
    if (req.url === '/moved') return res.writeHead(302, { Location: '/there' }).end();
    if (req.url === '/slow') return undefined;
    if (req.url === '/gzip') {
      return res.writeHead(200, { 'Content-Encoding': 'gzip' }).end(zlib.gzipSync('unzipped'));
    }
    if (req.url === '/cut') {
      res.writeHead(200, { 'Content-Length': 100 });
      res.write('short');
      return setImmediate(() => res.destroy());
    }
    res.setHeader('Content-Type', 'application/json');
    res.setHeader('Set-Cookie', ['a=1', 'b=2']);
    return res.end(JSON.stringify({ method: req.method, url: req.url, type: req.headers['content-type'], body }));
  });
});

await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const base = `http://127.0.0.1:${server.address().port}`;
const plain = await fetch(`${base}/plain?x=1`, { headers: new Headers({ A: 'b' }) });
console.log(plain.status, plain.ok, plain.headers.get('content-type'), plain.headers.raw()['set-cookie'], await plain.json());
const posted = await fetch(`${base}/post`, { method: 'POST', body: new URLSearchParams({ a: 'b' }) });
console.log(await posted.json());
const moved = await fetch(`${base}/moved`);
console.log(moved.redirected, moved.url.slice(base.length), (await moved.json()).url);
console.log(await (await fetch(`${base}/gzip`)).text());
let text = '';
for await (const chunk of (await fetch(`${base}/stream`)).body) text += chunk;
console.log(text);
await (await fetch(`${base}/cut`)).text().catch((error) => console.log(error.code, error.message.replace(base, '')));
const stop = new AbortController();
setTimeout(() => stop.abort(), 20);
await fetch(`${base}/slow`, { signal: stop.signal }).catch((error) => console.log(error instanceof AbortError, error.message));
await fetch('http://127.0.0.1:1/').catch((error) => console.log(error instanceof FetchError, error.code, error.message));
server.closeAllConnections();
server.close(() => console.log('closed'));
