'use strict';
// --insecure-http-parser holds for every server and client that does not say otherwise, and is warned of once.

const { spawnSync } = require('child_process');

const program = `
const http = require('http');
const net = require('net');
const ask = (options) => new Promise((resolve) => {
  const server = http.createServer(options, (req, res) => { res.sendDate = false; res.end(JSON.stringify(req.headers)); }).listen(0, '127.0.0.1', () => {
    let text = '';
    const socket = net.connect(server.address().port, '127.0.0.1').setEncoding('latin1').on('data', (more) => { text += more; });
    socket.on('close', () => { console.log(JSON.stringify(options), text.split('\\r\\n')[0], text.split('\\r\\n\\r\\n')[1]); server.close(resolve); });
    socket.end('GET / HTTP/1.1\\r\\nHost: a\\r\\nX: a\\x01b\\r\\n folded\\r\\n\\r\\n');
  });
});
const read = (options) => new Promise((resolve) => {
  const server = net.createServer((socket) => { socket.on('error', () => {}); socket.once('data', () => socket.end('HTTP/1.1 200 OK\\r\\nX: a\\x01b\\r\\nContent-Length: 0\\r\\n\\r\\n')); }).listen(0, '127.0.0.1', () => {
    const done = (word) => { console.log('client', JSON.stringify(options), word); server.close(resolve); };
    http.get({ port: server.address().port, host: '127.0.0.1', agent: false, ...options }, (res) => { res.resume(); done(res.statusCode); }).on('error', (error) => done(error.code));
  });
});
(async () => {
  for (const options of [{}, { insecureHTTPParser: false }, { insecureHTTPParser: true }, { httpValidation: 'strict' }]) await ask(options);
  for (const options of [{}, { insecureHTTPParser: false }, { insecureHTTPParser: true }]) await read(options);
})();`;

for (const flags of [[], ['--insecure-http-parser']]) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [...flags, '-e', program], { encoding: 'utf8' });
  console.log(flags, status, stderr.match(/Warning: .*/g));
  console.log(stdout);
}
