'use strict';
// http and fetch: server and client in one process, one request at a time and 50 at once.
const http = require('http');
const { once } = require('events');
const { eight } = require('./fixtures/eight.js');

const json = JSON.stringify({ id: 1, list: [1, 2, 3], name: 'text' });
const large = 'x'.repeat(65536);
const names = eight((index) => `X-Field-${index}`);
const many = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`x-field-${index}`, `value ${index}`]));
const agent = new http.Agent({ keepAlive: true, maxSockets: 50 });
let server;
let port;
let origin;

function respond(request, response) {
  switch (request.url) {
    case '/json':
      response.setHeader('content-type', 'application/json');
      return response.end(json);
    case '/large':
      return response.end(large);
    case '/chunks':
      for (let count = 0; count < 10; count++) response.write('chunk');
      return response.end();
    case '/fields':
      response.writeHead(200, many);
      return response.end('hello');
    case '/echo':
      return request.pipe(response);
    default:
      return response.end('hello');
  }
}

exports.open = async () => {
  server = http.createServer(respond).listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = server.address().port;
  origin = `http://127.0.0.1:${port}`;
};

exports.close = () => {
  agent.destroy();
  server.close();
  server.closeAllConnections();
};

exports.calls = {
  STATUS_CODES: (turn) => http.STATUS_CODES[turn & 1 ? 404 : 200],
  validateHeaderName: (turn) => http.validateHeaderName(names[turn & 7]),
  validateHeaderValue: (turn) => http.validateHeaderValue('x-name', names[turn & 7]),
  'new Agent': () => new http.Agent({ keepAlive: true }),
  createServer: () => http.createServer(),
  'new OutgoingMessage, setHeader and getHeader': (turn) => {
    const message = new http.OutgoingMessage();
    message.setHeader(names[turn & 7], 'value');
    return message.getHeader(names[turn & 7]);
  },
};

const get = (path, options) => new Promise((resolve, reject) => {
  const request = http.get({ host: '127.0.0.1', port, path, agent, ...options }, (response) => {
    let text = '';
    response.setEncoding('utf8').on('data', (chunk) => { text += chunk; }).on('end', () => resolve(text));
  });
  request.on('error', reject);
});

const post = (body) => new Promise((resolve, reject) => {
  const options = { host: '127.0.0.1', port, path: '/echo', method: 'POST', agent };
  const request = http.request(options, (response) => {
    response.resume().on('end', () => resolve(response.statusCode));
  });
  request.on('error', reject);
  request.end(body);
});

const fifty = (work) => Promise.all(Array.from({ length: 50 }, work));
const fetchText = async () => (await fetch(origin)).text();

const byHttp = {
  'http.get': () => get('/'),
  'http.get, a connection each': () => get('/', { agent: false }),
  'http.get, 10 chunks': () => get('/chunks'),
  'http.get, 20 fields': () => get('/fields', { headers: many }),
  'http.get, 64 KB': () => get('/large'),
  'http.request, POST of 1 KB, sent back': () => post(large.slice(0, 1024)),
  '50 http.get at once': () => fifty(() => get('/')),
};

const byFetch = {
  'fetch, text': fetchText,
  'fetch, json': async () => (await fetch(`${origin}/json`)).json(),
  'fetch, 64 KB': async () => (await fetch(`${origin}/large`)).arrayBuffer(),
  'fetch, POST of json, sent back': async () => (await fetch(`${origin}/echo`, {
    method: 'POST', body: json, headers: { 'content-type': 'application/json' },
  })).json(),
  'fetch with a signal': async () => (await fetch(origin, { signal: new AbortController().signal })).text(),
  '50 fetch at once': () => fifty(fetchText),
};

exports.operations = {
  ...byHttp,
  ...byFetch,
  'listen and close': async () => {
    const made = http.createServer().listen(0, '127.0.0.1');
    await once(made, 'listening');
    return new Promise((resolve) => made.close(resolve));
  },
};
