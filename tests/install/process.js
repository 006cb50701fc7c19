'use strict';
// What a program can see of the command it runs under, wherever that was installed: one path, which starts it again, and nothing of its
// libraries in the environment of children. Arguments: the real path of the binary, and what LD_LIBRARY_PATH was set to ('-': not set).
// Prints a line for each check, and the last one when all were made.

const assert = require('assert');
const child_process = require('child_process');
const cluster = require('cluster');
const fs = require('fs');
const http = require('http');
const net = require('net');
const { Worker } = require('worker_threads');

const [binary, libraryPath] = process.argv.slice(2);

const checks = {
  'process.execPath, argv[0] and /proc name the binary'() {
    assert.strictEqual(process.execPath, binary);
    assert.strictEqual(process.argv[0], binary);
    assert.strictEqual(fs.readlinkSync('/proc/self/exe'), binary);
    assert.strictEqual(fs.readFileSync('/proc/self/cmdline', 'latin1').split('\0')[0], process.argv0);
  },
  'the name of the process is hexloop'() {
    assert.match(fs.readFileSync('/proc/self/comm', 'latin1'), /^hexloop/);
  },
  'LD_LIBRARY_PATH is what the user set'() {
    assert.strictEqual(process.env.LD_LIBRARY_PATH ?? '-', libraryPath);
    assert.deepStrictEqual(Object.keys(process.env).filter((name) => /^LD_|HEXLOOP/.test(name) && name !== 'LD_LIBRARY_PATH'), []);
  },
  'a child has the same environment, and none of our libraries'() {
    const printed = child_process.execFileSync('/bin/sh', ['-c', 'echo "${LD_LIBRARY_PATH--}"; cat /proc/self/maps'], { encoding: 'latin1' });
    assert.strictEqual(printed.slice(0, printed.indexOf('\n')), libraryPath);
    assert.doesNotMatch(printed, /lib\/hexloop/);
  },
  'execPath starts it again'() {
    const { stdout, status } = child_process.spawnSync(process.execPath, ['-p', 'process.execPath'], { encoding: 'utf8' });
    assert.deepStrictEqual([stdout, status], [`${binary}\n`, 0]);
  },
  async 'argv0 is what the parent chose'() {
    const { stdout } = child_process.spawnSync(process.execPath, ['-p', 'process.argv0 + process.execPath'], { argv0: 'other', encoding: 'utf8' });
    assert.strictEqual(stdout, `other${binary}\n`);
  },
  async 'fork'() {
    const child = child_process.fork(__filename, ['child'], { execArgv: ['--no-warnings'] });
    const reply = await new Promise((resolve) => child.once('message', resolve));
    assert.deepStrictEqual(reply, { execPath: binary, execArgv: ['--no-warnings'] });
    await new Promise((resolve) => child.once('exit', resolve));
  },
  async 'cluster: two workers answer over one port'() {
    cluster.setupPrimary({ exec: __filename, args: ['cluster'] });
    const workers = [cluster.fork(), cluster.fork()];
    const [{ port }] = await Promise.all(workers.map((worker) => new Promise((resolve) => worker.once('listening', resolve))));
    assert.strictEqual(await request(port), binary);
    await Promise.all(workers.map((worker) => new Promise((resolve) => worker.once('exit', resolve).kill())));
  },
  async 'worker'() {
    const worker = new Worker('require("worker_threads").parentPort.postMessage(process.execPath)', { eval: true });
    assert.strictEqual(await new Promise((resolve) => worker.once('message', resolve)), binary);
  },
  async 'http server, fetch'() {
    const server = http.createServer((_, response) => response.end('body')).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    assert.strictEqual(await (await fetch(`http://127.0.0.1:${server.address().port}`)).text(), 'body');
    server.close();
    server.closeAllConnections();
  },
  async 'names of /etc/hosts'() {
    const address = await new Promise((resolve, reject) => {
      require('dns').lookup('localhost', { family: 4 }, (error, found) => (error ? reject(error) : resolve(found)));
    });
    assert.strictEqual(address, '127.0.0.1');
  },
  'the user has a name'() {
    assert.strictEqual(require('os').userInfo().username, 'root');
  },
  'time zones'() {
    process.env.TZ = 'Asia/Kolkata';
    assert.strictEqual(new Date(0).getHours(), 5);
    delete process.env.TZ;
    const shown = new Date(0).toLocaleString('de', { timeZone: 'America/New_York', timeStyle: 'full' });
    assert.match(shown, /^19:00:00 Nordamerikanische Ostküsten/);
  },
  'Intl: languages, calendars, collation, segments'() {
    assert.strictEqual(new Intl.NumberFormat('de').format(1234.5), '1.234,5');
    assert.strictEqual(new Intl.DateTimeFormat('ja', { dateStyle: 'full', timeZone: 'UTC' }).format(0), '1970年1月1日木曜日');
    assert.strictEqual(new Intl.DateTimeFormat('ja-u-ca-japanese', { dateStyle: 'long', timeZone: 'UTC' }).format(0), '昭和45年1月1日');
    assert.deepStrictEqual(['z', 'ä', 'a'].sort(new Intl.Collator('sv').compare), ['a', 'z', 'ä']);
    assert.strictEqual([...new Intl.Segmenter('th', { granularity: 'word' }).segment('สวัสดีชาวโลก')].length, 3);
    assert.strictEqual('İ'.toLocaleLowerCase('tr'), 'i');
    assert.strictEqual('\u1e9b\u0323'.normalize('NFKC'), '\u1e69');
  },
  'CA certificates'() {
    assert.ok(require('tls').rootCertificates.length > 100);
  },
  async 'a connection that is refused'() {
    const server = net.createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address();
    await new Promise((resolve) => server.close(resolve));
    const error = await new Promise((resolve) => net.connect(port, '127.0.0.1').once('error', resolve));
    assert.strictEqual(error.code, 'ECONNREFUSED');
  },
  'WebAssembly'() {
    const bytes = Buffer.from('AGFzbQEAAAABBwFgAn9/AX8DAgEABwcBA2FkZAAACgkBBwAgACABags=', 'base64');
    assert.strictEqual(new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports.add(2, 3), 5);
  },
};

function request(port) {
  return new Promise((resolve, reject) => {
    http.get({ port, host: '127.0.0.1', agent: false }, (response) => {
      response.setEncoding('utf8').on('data', resolve);
    }).on('error', reject);
  });
}

async function main() {
  for (const [name, check] of Object.entries(checks)) {
    await check();
    console.log(`ok ${name}`);
  }
  console.log('all checks made');
}

if (process.argv[2] === 'child') {
  process.send({ execPath: process.execPath, execArgv: process.execArgv }, () => process.disconnect());
} else if (process.argv[2] === 'cluster') {
  http.createServer((_, response) => response.end(process.execPath)).listen(0, '127.0.0.1');
} else {
  main();
}
