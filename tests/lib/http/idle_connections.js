'use strict';
// What is idle: a connection between two requests, whether the last one had a body or not; not one whose answer is owed, nor
// one whose request is still to come whole.

const http = require('http');
const net = require('net');

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const openAt = (server) => new Promise((resolve) => server.getConnections((error, count) => resolve(count)));

async function scene(name, text, closes) {
  const server = http.createServer((req, res) => {
    req.resume();
    if (req.url !== '/hang') req.on('end', () => res.end('ok'));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const socket = net.connect(server.address().port, '127.0.0.1').on('error', () => {});
  socket.resume();
  socket.write(text);
  await pause(60);
  closes(server);
  await pause(60);
  console.log(`${name}: ${await openAt(server)} left`);
  socket.destroy();
  server.closeAllConnections();
  server.close();
}

(async () => {
  for (const [how, closes] of Object.entries({
    closeIdleConnections: (server) => server.closeIdleConnections(),
    close: (server) => server.close(),
    closeAllConnections: (server) => server.closeAllConnections(),
  })) {
    await scene(`${how} after a GET`, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n', closes);
    await scene(`${how} after two`, 'GET / HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n', closes);
    await scene(`${how} after a POST`, 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc', closes);
    await scene(`${how} after chunks`, 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n', closes);
    await scene(`${how} before an answer`, 'GET /hang HTTP/1.1\r\nHost: a\r\n\r\n', closes);
    await scene(`${how} in a head`, 'GET / HTTP/1.1\r\nHos', closes);
    await scene(`${how} in a body`, 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\na', closes);
    await scene(`${how} in the second head`, 'GET / HTTP/1.1\r\nHost: a\r\n\r\nGET', closes);
  }
})();
