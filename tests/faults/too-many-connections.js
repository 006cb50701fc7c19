'use strict';
// A server that has ten descriptors left is called by sixty clients: ten are served, the others are turned away and not left
// to wait; when descriptors are free again, so is the server. The suite sets the limit.
const fs = require('fs');
const http = require('http');
const { fork } = require('child_process');

const LEFT = 10;
const CALLS = 60;

if (process.argv[2] === 'call') callMany(Number(process.argv[3]));
else serve();

function serve() {
  // The ten are held until the clients go.
  const server = http.createServer((req, res) => {
    if (req.url === '/hold') res.write('held');
    else res.end('served again');
  });
  server.on('error', (error) => console.log('the server said', error.code));
  server.listen(0, '127.0.0.1', () => {
    const child = fork(__filename, ['call', server.address().port]);
    child.on('message', (message) => console.log(message));
    child.on('close', () => {
      for (const fd of held) fs.closeSync(fd);
      server.getConnections((error, count) => {
        console.log('connections left', count);
        server.close();
      });
    });
    const held = [];
    const name = '/dev/null';
    try {
      for (;;) held.push(fs.openSync(name));
    } catch (error) {
      console.log(error.code);
    }
    for (let i = 0; i < LEFT; i++) fs.closeSync(held.pop());
  });
}

function callMany(port) {
  const agent = new http.Agent({ maxSockets: CALLS });
  const requests = [];
  const seen = { held: 0, 'turned away': 0 };
  const count = (what) => {
    seen[what]++;
    if (seen.held + seen['turned away'] < CALLS) return;
    process.send(seen);
    for (const request of requests) request.destroy();
    setImmediate(callAgain, port, agent);
  };
  for (let i = 0; i < CALLS; i++) {
    const request = http.get({ port, host: '127.0.0.1', path: '/hold', agent }, (response) => {
      response.on('error', () => {});
      response.once('data', () => count('held'));
    });
    request.on('error', () => { if (!request.destroyed || request.res === null) count('turned away'); });
    requests.push(request);
  }
}

// Who comes before the server has seen the others go is turned away, too.
function callAgain(port, agent) {
  const request = http.get({ port, host: '127.0.0.1', path: '/', agent }, (response) => {
    response.setEncoding('utf8').on('data', (text) => {
      process.send(text);
      process.disconnect();
      agent.destroy();
    });
  });
  request.on('error', () => setTimeout(callAgain, 20, port, agent));
}
