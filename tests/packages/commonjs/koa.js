// A server of koa: the onion of middleware, bodies of every kind, errors.
const Koa = require('koa');
const http = require('node:http');
const { Readable } = require('node:stream');

const app = new Koa();
app.use(async (ctx, next) => {
  const seen = ['in'];
  ctx.state.seen = seen;
  await next();
  seen.push('out');
  ctx.set('X-Seen', seen.join());
});
app.use(async (ctx) => {
  ctx.state.seen.push(ctx.path);
  if (ctx.path === '/json') ctx.body = { query: ctx.query, method: ctx.method };
  else if (ctx.path === '/stream') ctx.body = Readable.from(['a', 'b', 'c']);
  else if (ctx.path === '/buffer') ctx.body = Buffer.from('bytes');
  else if (ctx.path === '/teapot') ctx.throw(418, 'short and stout');
  else if (ctx.path === '/empty') ctx.status = 204;
  else if (ctx.path === '/text') ctx.body = 'text';
});

const server = app.listen(0, '127.0.0.1', async () => {
  const { port } = server.address();
  for (const path of ['/text', '/json?a=1', '/stream', '/buffer', '/teapot', '/empty', '/none']) {
    await new Promise((resolve) => {
      http.get({ host: '127.0.0.1', port, path, agent: false }, (response) => {
        let text = '';
        response.on('data', (chunk) => (text += chunk));
        response.on('end', () => {
          const { date, ...rest } = response.headers;
          console.log(path, response.statusCode, JSON.stringify(rest), text);
          resolve();
        });
      });
    });
  }
  server.close(() => console.log('closed'));
});
