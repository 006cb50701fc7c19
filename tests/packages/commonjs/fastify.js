// A server of fastify: schemas, hooks, plugins, streams; by injection and over a socket.
const fastify = require('fastify');
const http = require('node:http');
const { Readable } = require('node:stream');

async function main() {
  const app = fastify();
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-hook', request.method);
  });
  app.get('/', async () => ({ hello: 'world' }));
  app.post('/sum', {
    schema: {
      body: { type: 'object', required: ['a', 'b'], properties: { a: { type: 'number' }, b: { type: 'number' } } },
      response: { 200: { type: 'object', properties: { sum: { type: 'number' } } } },
    },
  }, async ({ body }) => ({ sum: body.a + body.b, dropped: true }));
  app.get('/stream', (request, reply) => reply.type('text/plain').send(Readable.from(['x', 'y'])));
  app.get('/fail', async () => {
    throw Object.assign(new Error('no'), { statusCode: 409 });
  });
  app.register(async (inner) => {
    inner.decorate('word', 'inner');
    inner.get('/word/:name', async (request) => `${inner.word} ${request.params.name}`);
  }, { prefix: '/v1' });

  const injected = await app.inject({ method: 'GET', url: '/' });
  console.log('injected', injected.statusCode, injected.body);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address();
  const ask = (method, path, body) => new Promise((resolve, reject) => {
    const headers = body === undefined ? {} : { 'content-type': 'application/json' };
    const request = http.request({ host: '127.0.0.1', port, method, path, headers }, (response) => {
      let text = '';
      response.on('data', (chunk) => (text += chunk));
      response.on('end', () => {
        const { date, ...rest } = response.headers;
        console.log(method, path, response.statusCode, JSON.stringify(rest), text);
        resolve();
      });
    });
    request.on('error', reject);
    request.end(body);
  });
  await ask('GET', '/');
  await ask('POST', '/sum', '{"a":1,"b":2}');
  await ask('POST', '/sum', '{"a":"x"}');
  await ask('GET', '/stream');
  await ask('GET', '/fail');
  await ask('GET', '/v1/word/up');
  await ask('GET', '/nowhere');
  http.globalAgent.destroy();
  await app.close();
  console.log('closed');
}

main();
