// fetch, its bodies, headers and forms, against a server of this process.
const say = (text) => console.log(text);
const http = require('http');
const server = http.createServer((request, response) => {
  let body = '';
  request.setEncoding('latin1');
  request.on('data', (chunk) => { body += chunk; });
  request.on('end', () => {
    if (request.url === '/moved') {
      response.writeHead(302, { Location: '/answer' });
      response.end();
      return;
    }
    if (request.url === '/slow') return;
    response.setHeader('Set-Cookie', ['a=1', 'b=2']);
    response.setHeader('Content-Type', 'application/json');
    response.end('{"method":"' + request.method + '","own":"' + request.headers['x-own'] + '","length":' + body.length + '}');
  });
});
server.listen(0, '127.0.0.1', async () => {
  const base = 'http://127.0.0.1:' + server.address().port;
  const steps = [
    async () => {
      const response = await fetch(base + '/answer', { headers: { 'X-Own': 'first' } });
      say(response.status + ' ' + response.headers.get('content-type') + ' ' + response.headers.getSetCookie().length + ' ' + (await response.json()).own);
    },
    async () => {
      const response = await fetch(new Request(base + '/moved', { method: 'POST', body: new URLSearchParams({ a: 'b' }) }));
      say(response.redirected + ' ' + await response.text());
    },
    async () => {
      const form = new FormData();
      form.append('field', 'value');
      form.append('file', new Blob(['contents'], { type: 'text/plain' }), 'name.txt');
      const again = await new Response(form).formData();
      say(again.get('field') + ' ' + again.get('file').name + ' ' + await again.get('file').text());
      const response = await fetch(base + '/form', { method: 'PUT', body: 'a body', headers: [['X-Own', 'pairs']] });
      say((await response.json()).length);
    },
    async () => {
      const headers = new Headers([['B', '1'], ['a', '2'], ['b', '3']]);
      headers.forEach((value, name) => say(name + ': ' + value));
      say(await (await fetch('data:text/plain;base64,aGVsbG8=')).text());
    },
    async () => {
      const aborter = new AbortController();
      setTimeout(() => aborter.abort(), 5);
      await fetch(base + '/slow', { signal: aborter.signal });
    },
    async () => { await fetch('http://127.0.0.1:1/'); },
    async () => { await fetch('nonsense:'); },
  ];
  for (let i = 0; i < steps.length; i++) {
    try {
      await steps[i]();
    } catch (error) {
      say('step ' + i + ' ' + error.name + ' ' + error.message);
    }
  }
  server.close(() => say('closed'));
  server.closeAllConnections();
});
