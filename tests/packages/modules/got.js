// got as a client of node:http: JSON, forms, redirects, retries, hooks, streams, errors.
import got, { HTTPError } from 'got';
import http from 'node:http';

let tries = 0;
const server = http.createServer((req, res) => {
  let body = '';
  req.on('data', (chunk) => (body += chunk));
  req.on('end', () => {
    if (req.url === '/moved') return res.writeHead(302, { Location: '/there' }).end();
    if (req.url === '/missing') return res.writeHead(404).end('nothing');
    if (req.url === '/flaky' && ++tries < 2) return res.writeHead(503, { 'Retry-After': '0' }).end();
    res.setHeader('Content-Type', 'application/json');
    return res.end(JSON.stringify({ method: req.method, url: req.url, type: req.headers['content-type'], body, tries }));
  });
});

await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const client = got.extend({ prefixUrl: `http://127.0.0.1:${server.address().port}`, headers: { 'user-agent': 'test' } });
console.log(await client('plain', { searchParams: { a: 1 } }).json());
console.log(await client.post('json', { json: { one: 1 } }).json());
console.log(await client.put('form', { form: { a: 'b' } }).json());
console.log(await client('moved').json());
console.log(await client('flaky', { retry: { limit: 2 } }).json());
await client('missing').catch((error) => console.log(error instanceof HTTPError, error.code, error.response.statusCode));
let text = '';
for await (const chunk of client.stream('stream')) text += chunk;
console.log(text);
server.closeAllConnections();
server.close(() => console.log('closed'));
