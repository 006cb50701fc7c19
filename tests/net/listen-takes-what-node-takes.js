'use strict';
const fs = require('fs');
const net = require('net');
const os = require('os');
const path = require('path');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hexloop-listen-'));
const file = path.join(folder, 'socket');
const show = (value) => `${value}`.replaceAll(file, 'FILE').replace(folder, 'FOLDER');

function listen(what, ...args) {
  return new Promise((resolve) => {
    const server = net.createServer();
    const over = (...words) => {
      console.log(what, ...words);
      server.close(() => resolve());
    };
    server.on('error', (error) => over('error', show(error.message), error.code, error.errno, error.syscall, show(error.address), error.port));
    server.on('listening', () => {
      const address = server.address();
      over('listening', typeof address === 'string' ? show(address) : [address.address, address.family, address.port > 0], server.listening);
    });
    try {
      server.listen(...args);
    } catch (error) {
      over(error.name, error.code, show(error.message));
    }
  });
}

async function main() {
  await listen('nothing');
  await listen('function', () => console.log('called'));
  await listen('0', 0);
  await listen('text', '0');
  await listen('null', null);
  await listen('port undefined', { port: undefined });
  await listen('host', 0, '127.0.0.1');
  await listen('ipv6Only', { port: 0, host: '::1', ipv6Only: true });
  await listen('reusePort', { port: 0, reusePort: true });
  await listen('backlog', 0, '127.0.0.1', 5);
  await listen('path', file);
  await listen('options.path', { path: file });
  await listen('a long path', 'x'.repeat(200));
  await listen('no such folder', path.join(folder, 'nowhere', 'socket'));
  await listen('abstract', '\0hexloop-test-abstract');
  await listen('host but no port', { host: 'x' });
  await listen('fd 999', { fd: 999 });
  await listen('fd text', { fd: 'x' });
  await listen('fd of a file', { fd: fs.openSync(__filename) });
  await listen('empty path', { path: '' });
  await listen('port true', true);
  await listen('port NaN', NaN);
  await listen('port -1', { port: -1 });
  await listen('signal 5', { port: 0, signal: 5 });
  await listen('no such address', 0, '1.1.1.1');
  const open = net.createServer().listen({ path: file, readableAll: true, writableAll: true }, () => {
    console.log((fs.statSync(file).mode & 0o666).toString(8));
    const controller = new AbortController();
    const aborted = net.createServer().listen({ port: 0, signal: controller.signal }).on('close', () => console.log('aborted'));
    controller.abort();
    open.close(() => {
      console.log(fs.existsSync(file), aborted.listening);
      fs.rmdirSync(folder);
    });
  });
}
main();
