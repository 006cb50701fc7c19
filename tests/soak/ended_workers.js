'use strict';
// soak/ended_workers.js [COUNT [SEED]]: workers that open descriptors without pause, of every kind that there is, are terminated at random
// moments. Whatever they had open is closed with them.

const { isMainThread, parentPort, workerData, Worker } = require('worker_threads');
const { conclude, held } = require('./flat.js');
const { Random } = require('./random.js');

const AT_A_TIME = 3;

// What a worker does for ever.
const KINDS = {
  spawn() {
    const child = require('child_process').spawn('/bin/cat', { stdio: ['pipe', 'pipe', 'pipe', 'pipe'] });
    child.on('error', () => {});
    for (const stream of child.stdio) stream?.on('error', () => {});
    child.stdin?.end();
    return new Promise((resolve) => { child.on('close', resolve); });
  },
  async channel() {
    const child = require('child_process').spawn('/bin/true', { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    child.on('error', () => {});
    await new Promise((resolve) => { child.on('exit', resolve); });
  },
  async missing() {
    const child = require('child_process').spawn('/no/such/program');
    await new Promise((resolve) => { child.on('error', resolve); });
  },
  async sync() {
    require('child_process').spawnSync('/bin/true');
  },
  connect() {
    const net = require('net');
    return new Promise((resolve) => {
      const server = net.createServer((socket) => socket.on('error', () => {}).end('x'));
      server.listen(0, '127.0.0.1', () => {
        net.connect(server.address().port, '127.0.0.1').on('error', () => {}).on('close', () => server.close(resolve)).resume();
      });
    });
  },
  datagrams() {
    const socket = require('dgram').createSocket('udp4');
    return new Promise((resolve) => {
      socket.on('message', () => socket.close(resolve));
      socket.bind(0, '127.0.0.1', () => socket.send('x', socket.address().port, '127.0.0.1'));
    });
  },
  async openSync() {
    const fs = require('fs');
    for (let i = 0; i < 20; i++) fs.closeSync(fs.openSync(__filename));
  },
  open() {
    const fs = require('fs');
    return new Promise((resolve, reject) => {
      fs.open(__filename, (error, fd) => (error ? reject(error) : fs.close(fd, resolve)));
    });
  },
  // Ends with as many open as there was time for.
  async leave() {
    const fs = require('fs');
    const all = Array.from({ length: 8 }, () => fs.openSync(__filename));
    await new Promise((resolve) => { setImmediate(resolve); });
    for (const fd of all) fs.closeSync(fd);
  },
  async handles() {
    const { open } = require('fs/promises');
    const all = await Promise.all([open(__filename), open(__filename), open(__filename)]);
    await Promise.all(all.map((handle) => handle.close()));
  },
  async folders() {
    const { opendir } = require('fs/promises');
    for await (const entry of await opendir(__dirname)) void entry;
  },
  async streams() {
    const stream = require('fs').createReadStream(__filename);
    await new Promise((resolve) => { stream.on('close', resolve).resume(); });
  },
  async watch() {
    const fs = require('fs');
    const watcher = fs.watch(__dirname, () => {});
    await new Promise((resolve) => { setImmediate(resolve); });
    watcher.close();
  },
  // Files go to the parent, which sends them back.
  async post() {
    const handle = await require('fs/promises').open(__filename);
    const answer = new Promise((resolve) => { parentPort.once('message', resolve); });
    parentPort.postMessage(handle, [handle]);
    await (await answer).close();
  },
  async workers() {
    const inner = new Worker('require("fs").openSync(process.execPath); setInterval(() => {}, 1000)', { eval: true });
    await new Promise((resolve) => { inner.on('online', resolve); });
    await inner.terminate();
  },
};

async function inside({ kinds }) {
  for (;;) for (const kind of kinds) await KINDS[kind]();
}

const pause = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });

async function outside(random) {
  const names = Object.keys(KINDS);
  const kinds = Array.from({ length: 1 + random.below(3) }, () => random.pick(names));
  const worker = new Worker(__filename, { workerData: { kinds } });
  worker.on('error', (error) => faults.push(`${kinds}: ${error.stack}`));
  worker.on('message', (handle) => worker.postMessage(handle, [handle]));
  if (!random.oneIn(8)) await new Promise((resolve) => { worker.on('online', resolve); });
  await pause(random.below(40));
  await worker.terminate();
}

const faults = [];
let start;

async function main() {
  const count = Number(process.argv[2] ?? 2000);
  const seed = Number(process.argv[3] ?? Date.now() % 1e6);
  console.log(`${count} workers, seed ${seed}`);
  let next = 0;
  const until = async (end) => {
    const lane = async () => {
      while (next < end) await outside(new Random(Random.seedOf(seed, next++)));
    };
    await Promise.all(Array.from({ length: AT_A_TIME }, lane));
  };
  await until(Math.ceil(count / 10));
  // Those that the first ones left count as well.
  const before = { ...held(), descriptors: start.descriptors, children: 0 };
  await until(count);
  await conclude(before, faults);
}

if (isMainThread) {
  // What the first worker needs for good is there.
  new Worker('', { eval: true }).on('exit', () => {
    start = held();
    main();
  });
} else {
  inside(workerData);
}

