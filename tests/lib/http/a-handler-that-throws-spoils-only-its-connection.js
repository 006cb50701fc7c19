'use strict';
// A handler throws and 'uncaughtException' takes it: what came behind its request on that connection is not read, the next
// bytes there are answered with an error, and other connections know nothing of it. A tick that throws spoils nothing, unless
// it follows a piece of a body.

const http = require('http');
const net = require('net');

const get = (url) => `GET ${url} HTTP/1.1\r\nHost: a\r\n\r\n`;
const post = (url, body, length = body.length) => `POST ${url} HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n\r\n${body}`;

let onThrown;
process.on('uncaughtException', (error) => {
  console.log('  uncaught', error.message);
  setTimeout(() => onThrown?.(), 30);
});

function serve(where, logs) {
  const server = http.createServer((req, res) => {
    const isBad = req.url === '/bad';
    console.log('  request', req.url);
    req.on('error', (error) => console.log('  request error', req.url, error.message));
    req.on('close', () => console.log('  request close', req.url));
    res.on('close', () => console.log('  response close', req.url));
    if (isBad && where === 'handler') throw new Error('in the handler');
    req.on('data', (bytes) => {
      console.log('  data', String(bytes));
      if (isBad && where === 'data') throw new Error("in 'data'");
    });
    req.on('end', () => {
      if (isBad && where === 'end') throw new Error("in 'end'");
      res.sendDate = false;
      res.end(req.url);
    });
  });
  if (logs) {
    server.on('clientError', (error, socket) => {
      console.log(`  clientError ${error.code} ${error.message} at ${error.bytesParsed}`);
      socket.destroy();
    });
  }
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

// Another connection, before and after.
function ask(port, agent) {
  return new Promise((resolve, reject) => {
    http.get({ port, host: '127.0.0.1', agent, path: '/other' }, (res) => res.resume().on('end', () => resolve(res.socket))).on('error', reject);
  });
}

async function scene(name, where, first, then, logs = false) {
  console.log(name);
  const server = await serve(where, logs);
  const { port } = server.address();
  const agent = new http.Agent({ keepAlive: true });
  await ask(port, agent);
  await new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1');
    socket.setEncoding('latin1').on('data', (text) => console.log('  got', JSON.stringify(text.slice(0, 12))));
    socket.on('error', () => {}).on('close', resolve);
    onThrown = () => {
      onThrown = undefined;
      if (then === undefined) socket.end();
      else socket.write(then);
      // What nothing answers is ended by the client.
      if (where === 'end') setTimeout(() => socket.destroy(), 60);
    };
    socket.write(first);
  });
  await ask(port, agent);
  agent.destroy();
  await new Promise((resolve) => server.close(resolve));
}

(async () => {
  await scene('the first of three', 'handler', get('/bad') + get('/2') + get('/3'), get('/4'));
  await scene('the second of three', 'handler', get('/1') + get('/bad') + get('/3'), get('/4'), true);
  await scene('and the client ends', 'handler', get('/bad') + get('/2'), undefined);
  await scene('one with a body', 'handler', post('/bad', 'abc') + get('/2'), get('/3'), true);
  await scene('one whose body is to come', 'handler', post('/bad', 'abc', 6), `def${get('/2')}`, true);
  await scene("a listener of 'data'", 'data', post('/bad', 'abc') + get('/2'), get('/3'), true);
  await scene("a listener of 'data', more to come", 'data', post('/bad', 'abc', 6), `def${get('/2')}`, true);
  await scene("a listener of 'end'", 'end', post('/bad', 'abc') + get('/2'), get('/3'));
})();
