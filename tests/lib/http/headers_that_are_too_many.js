'use strict';
// maxHeadersCount: a response keeps its first headers and trailers, a request with more is an error.
const http = require('http');
const { once } = require('events');

async function main() {
  const server = http.createServer((req, res) => {
    const headers = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`k${index}`, index]));
    res.writeHead(200, { ...headers, Trailer: 'ta', Connection: 'close' });
    res.addTrailers({ ta: 1, tb: 2, tc: 3 });
    res.end('body');
  });
  server.on('clientError', (error, socket) => {
    console.log('clientError', error.code);
    socket.destroy();
  });
  server.listen(0);
  await once(server, 'listening');
  const { port } = server.address();
  for (const max of [5, 1, 2, 0, 31, 2000]) {
    const request = http.request({ port });
    request.maxHeadersCount = max;
    const [response] = await once(request.end(), 'response');
    response.resume();
    await once(response, 'end');
    console.log(max, Object.keys(response.headers).length, response.rawHeaders.slice(0, 4), response.rawTrailers);
  }
  server.maxHeadersCount = 3;
  const [error] = await once(http.request({ port, headers: { a: 1, b: 2, c: 3 } }).end(), 'error');
  console.log(error.code);
  server.close();
}

main();
