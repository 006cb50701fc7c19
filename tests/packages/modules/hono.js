// Web-standard handlers on a Node server.
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { compress } from 'hono/compress';

const app = new Hono();
app.use('/long', compress());
app.get('/long', (c) => c.text('long '.repeat(500)));
app.get('/items/:id', (c) => c.json({ id: c.req.param('id'), all: c.req.queries('tag') }));
app.post('/', async (c) => c.text(`got ${JSON.stringify(await c.req.json())}`, 201, { 'x-made': 'here' }));
app.onError((error, c) => c.text(error.message, 500));
app.get('/fails', () => { throw new Error('on purpose'); });

const server = serve({ fetch: app.fetch, port: 0 }, async ({ port }) => {
  const url = `http://localhost:${port}`;
  console.log(await (await fetch(`${url}/items/7?tag=a&tag=b`)).json());
  const posted = await fetch(url, { method: 'POST', body: '{"a":1}', headers: { 'content-type': 'application/json' } });
  console.log(posted.status, posted.headers.get('x-made'), await posted.text());
  const long = await fetch(`${url}/long`, { headers: { 'accept-encoding': 'gzip' } });
  console.log(long.headers.get('content-encoding'), (await long.text()).length);
  console.log((await fetch(`${url}/fails`)).status, (await fetch(`${url}/nowhere`)).status);
  server.close();
});
