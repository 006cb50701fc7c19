'use strict';
// soak/crashing_cluster.js [CRASHES [SEED]]: the workers of a cluster crash in a loop while clients connect without pause. One
// worker never crashes, so the port stays open.
//
// The primary must survive, and hold no more descriptors and children in the end. A connection is answered, or closed by the
// crash of its worker; none is left open without an answer. (Node leaves those open whose worker died before it took them, so
// there they are only counted.)

const cluster = require('cluster');
const net = require('net');
const { Random } = require('./random.js');

const WORKERS = 4;
const CLIENTS = 8;
// A connection that is open for longer has been forgotten.
const PATIENCE = 30_000;
const isNode = process.versions.hexloop === undefined;

function worker() {
  const random = new Random(Number(process.env.SOAK_SEED));
  let left = process.env.SOAK_STEADY ? Infinity : 1 + random.below(12);
  const crash = random.pick([
    () => process.kill(process.pid, 'SIGKILL'),
    () => process.exit(3),
    () => process.kill(process.pid, 'SIGTERM'),
  ]);
  const when = random.pick(['before', 'after', 'accept']);
  const server = net.createServer((socket) => {
    socket.on('error', () => {});
    left--;
    if (left === 0 && when === 'accept') crash();
    socket.on('data', (data) => {
      if (left <= 0 && when === 'before') crash();
      socket.end(data);
      if (left <= 0) crash();
    });
  });
  if (random.oneIn(8) && !process.env.SOAK_STEADY) {
    // Asks for the port and is gone before the answer.
    server.listen(0, '127.0.0.1');
    crash();
  }
  server.listen(0, '127.0.0.1');
}

const counts = { crashes: 0, answered: 0, closed: 0, refused: 0, forgotten: 0 };
const faults = [];
let isOver = false;

const client = (port) => new Promise((resolve) => {
  const socket = net.connect(port, '127.0.0.1');
  let text = '';
  const done = (what) => {
    counts[what]++;
    clearTimeout(timer);
    socket.destroy();
    resolve();
  };
  const timer = setTimeout(() => done('forgotten'), isNode ? 500 : PATIENCE);
  socket.setEncoding('utf8').on('data', (data) => { text += data; });
  socket.on('error', (error) => { if (error.code === 'ECONNREFUSED') done('refused'); });
  socket.on('close', () => {
    if (text !== '' && text !== 'question') faults.push(`the answer was ${JSON.stringify(text)}`);
    done(text === 'question' ? 'answered' : 'closed');
  });
  socket.write('question');
});

async function lane(port) {
  while (!isOver) await client(port);
}

const descriptors = () => require('fs').readdirSync('/proc/self/fd').length;

async function primary() {
  const crashes = Number(process.argv[2] ?? 1000);
  const seed = Number(process.argv[3] ?? Date.now() % 1e6);
  console.log(`${crashes} crashes, seed ${seed}`);
  let last = 0;
  const fork = () => cluster.fork({ SOAK_SEED: Random.seedOf(seed, last++) });
  const steady = cluster.fork({ SOAK_STEADY: 1 });
  const [address] = await require('events').once(steady, 'listening');
  const before = descriptors();
  for (let i = 0; i < WORKERS; i++) fork();
  const over = new Promise((resolve) => {
    cluster.on('exit', (gone) => {
      if (gone === steady && !isOver) faults.push('the steady worker ended');
      if (++counts.crashes >= crashes) resolve();
      else fork();
    });
  });
  const clients = Array.from({ length: CLIENTS }, () => lane(address.port));
  await over;
  isOver = true;
  await Promise.all(clients);
  if (counts.forgotten > 0 && !isNode) faults.push(`${counts.forgotten} connections were left without an answer`);
  if (counts.refused > 0) faults.push(`${counts.refused} connections were refused though a worker listened`);
  if (counts.answered === 0) faults.push('nothing was answered');
  // The last workers.
  for (const id in cluster.workers) cluster.workers[id].process.kill('SIGKILL');
  while (Object.keys(cluster.workers).length > 0) await new Promise((resolve) => { cluster.once('exit', () => setImmediate(resolve)); });
  const after = descriptors();
  if (after > before && !isNode) faults.push(`descriptors: ${before} to ${after}`);
  console.log(JSON.stringify(counts));
  for (const fault of faults) console.log(`FAULT ${fault}`);
  console.log(faults.length === 0 ? 'flat' : 'not flat');
  process.exit(faults.length === 0 ? 0 : 1);
}

if (cluster.isPrimary) primary();
else worker();
