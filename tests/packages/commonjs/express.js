// A server of express: routes, parameters, bodies, errors, and what a client of node:http gets from it.
const express = require('express');
const http = require('node:http');

const app = express();
app.use(express.json());
app.use(express.urlencoded({ extended: true }));
app.use((req, res, next) => {
  res.setHeader('X-Stamp', 'on');
  next();
});
app.get('/', (req, res) => res.send('hello'));
app.get('/users/:id', (req, res) => res.json({ id: req.params.id, query: req.query }));
app.post('/echo', (req, res) => res.status(201).json(req.body));
app.get('/away', (req, res) => res.redirect('/'));
app.get('/cookie', (req, res) => res.cookie('a', 'b c').sendStatus(204));
app.get('/fail', () => {
  throw new Error('on purpose');
});
const router = express.Router();
router.get('/inner', (req, res) => res.type('text').send(`${req.baseUrl} ${req.path}`));
app.use('/nested', router);
app.use((error, req, res, next) => {
  res.status(500).send(`caught: ${error.message}`);
});

function ask(port, method, path, body, headers = {}) {
  return new Promise((resolve, reject) => {
    const request = http.request({ host: '127.0.0.1', port, method, path, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk) => (text += chunk));
      response.on('end', () => {
        const { date, ...rest } = response.headers;
        console.log(method, path, response.statusCode, JSON.stringify(rest), JSON.stringify(text));
        resolve();
      });
    });
    request.on('error', reject);
    request.end(body);
  });
}

const server = app.listen(0, '127.0.0.1', async () => {
  const { port } = server.address();
  await ask(port, 'GET', '/');
  await ask(port, 'HEAD', '/');
  await ask(port, 'GET', '/users/7?q=1&r[]=2');
  await ask(port, 'POST', '/echo', '{"a":[1,2]}', { 'Content-Type': 'application/json' });
  await ask(port, 'POST', '/echo', 'a=1&b=2', { 'Content-Type': 'application/x-www-form-urlencoded' });
  await ask(port, 'POST', '/echo', '{bad', { 'Content-Type': 'application/json' });
  await ask(port, 'GET', '/away');
  await ask(port, 'GET', '/cookie');
  await ask(port, 'GET', '/fail');
  await ask(port, 'GET', '/nested/inner');
  await ask(port, 'GET', '/nowhere');
  server.close(() => console.log('closed'));
  http.globalAgent.destroy();
});
