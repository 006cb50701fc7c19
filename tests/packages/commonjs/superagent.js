// superagent as a client of node:http: queries, bodies, redirects, errors, retries.
const superagent = require('superagent');
const http = require('node:http');

let tries = 0;
const server = http.createServer((req, res) => {
  let body = '';
  req.on('data', (chunk) => (body += chunk));
  req.on('end', () => {
    if (req.url === '/moved') return res.writeHead(301, { Location: '/there' }).end();
    if (req.url === '/flaky' && ++tries < 3) return res.writeHead(503).end('later');
    if (req.url === '/missing') return res.writeHead(404).end('nothing');
    res.setHeader('Content-Type', 'application/json');
    return res.end(JSON.stringify({ method: req.method, url: req.url, type: req.headers['content-type'], body, tries }));
  });
});

server.listen(0, '127.0.0.1', async () => {
  const base = `http://127.0.0.1:${server.address().port}`;
  const show = (response) => console.log(response.status, response.type, JSON.stringify(response.body));
  show(await superagent.get(`${base}/find`).query({ a: 1 }).query('b=2').set('X-A', 'b'));
  show(await superagent.post(`${base}/json`).send({ one: 1 }).send({ two: 2 }));
  show(await superagent.put(`${base}/form`).type('form').send({ a: 'b c' }));
  show(await superagent.get(`${base}/moved`));
  show(await superagent.get(`${base}/flaky`).retry(3));
  await superagent.get(`${base}/missing`).catch((error) => console.log(error.status, error.message, error.response.text));
  server.close(() => console.log('closed'));
  server.closeAllConnections();
});
