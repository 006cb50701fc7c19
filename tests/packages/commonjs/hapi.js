// A server with routes, parameters and injected requests.
const Hapi = require('@hapi/hapi');

async function main() {
  const server = Hapi.server({ port: 0, host: '127.0.0.1' });
  server.route({ method: 'GET', path: '/{name}', handler: (request) => ({ name: request.params.name, query: request.query }) });
  server.route({ method: 'POST', path: '/', handler: (request, h) => h.response(request.payload).code(201) });
  await server.start();
  const answer = await fetch(`${server.info.uri}/tea?cups=2`);
  console.log(answer.status, answer.headers.get('content-type'), await answer.text());
  const posted = await fetch(server.info.uri, { method: 'POST', body: '{"a":[1]}', headers: { 'content-type': 'application/json' } });
  console.log(posted.status, await posted.text());
  console.log((await server.inject({ method: 'DELETE', url: '/tea' })).payload);
  await server.stop();
}

main();
