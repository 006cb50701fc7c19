// axios as a client of node:http: methods, bodies, redirects, errors, interceptors, timeouts, streams, compression.
const axios = require('axios');
const http = require('node:http');
const zlib = require('node:zlib');

const server = http.createServer((req, res) => {
  const chunks = [];
  req.on('data', (chunk) => chunks.push(chunk));
  req.on('end', () => {
    const body = Buffer.concat(chunks).toString();
    if (req.url === '/moved') return res.writeHead(302, { Location: '/there' }).end();
    if (req.url === '/missing') return res.writeHead(404, { 'Content-Type': 'application/json' }).end('{"no":1}');
    if (req.url === '/slow') return undefined;
    if (req.url === '/gzip') {
      res.writeHead(200, { 'Content-Encoding': 'gzip', 'Content-Type': 'application/json' });
      return res.end(zlib.gzipSync('{"zipped":true}'));
    }
    res.setHeader('Content-Type', 'application/json');
    return res.end(JSON.stringify({ method: req.method, url: req.url, type: req.headers['content-type'], body }));
  });
});

server.listen(0, '127.0.0.1', async () => {
  const client = axios.create({ baseURL: `http://127.0.0.1:${server.address().port}` });
  client.interceptors.request.use((config) => {
    config.headers.set('X-Trace', '1');
    return config;
  });
  const show = (response) => console.log(response.status, JSON.stringify(response.data));
  show(await client.get('/plain', { params: { a: 1, b: ['x', 'y'] } }));
  show(await client.post('/json', { some: 'thing' }));
  show(await client.put('/form', new URLSearchParams({ a: '1', b: '2' })));
  show(await client.delete('/gone'));
  show(await client.get('/moved'));
  show(await client.get('/gzip'));
  await client.get('/missing').catch((error) => console.log(error.name, error.code, error.message, error.response.data));
  await client.get('/slow', { timeout: 50 }).catch((error) => console.log(error.code, error.message));
  const stop = new AbortController();
  setTimeout(() => stop.abort(), 20);
  await client.get('/slow', { signal: stop.signal }).catch((error) => console.log(error.code, error.message));
  await axios.get('http://127.0.0.1:1/').catch((error) => console.log(error.code, error.message));
  const { data } = await client.get('/stream', { responseType: 'stream' });
  let text = '';
  for await (const chunk of data) text += chunk;
  console.log(text);
  http.globalAgent.destroy();
  server.closeAllConnections();
  server.close(() => console.log('closed'));
});
