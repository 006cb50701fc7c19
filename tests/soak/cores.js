'use strict';
// soak/cores.js SECONDS [SEED]: workers and children are started, spoken to and killed at random, while an HTTP server of the
// same process is asked without pause. At the end every promise is settled, and memory and descriptors are what they were.

const cp = require('child_process');
const http = require('http');
const { MessageChannel, Worker } = require('worker_threads');
const { conclude, held } = require('./flat.js');

const seconds = Number(process.argv[2] ?? 600);
const seed = Number(process.argv[3] ?? Date.now() % 1e6);
const LANES = 4;
// A step that takes longer has lost an answer.
const PATIENCE = 60_000;

let state = seed;
const random = (below) => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor(state / 2 ** 32 * below);
};

const counts = {};
const count = (name) => { counts[name] = (counts[name] ?? 0) + 1; };
const pause = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });

// ---- workers

const ECHO = `
  const { parentPort } = require('worker_threads');
  parentPort.on('message', ({ id, value, port }) => {
    if (value === 'exit') process.exit(3);
    if (value === 'throw') throw new Error('asked to');
    if (value === 'spin') for (;;);
    if (port) { port.postMessage('by port'); port.close(); }
    parentPort.postMessage({ id, value }, value instanceof ArrayBuffer ? [value] : []);
  });`;

// Every question is answered, or its worker has ended: the promise is settled in either case.
async function worker() {
  const thread = new Worker(ECHO, { eval: true });
  const open = new Map();
  const exited = new Promise((resolve) => {
    thread.on('exit', (code) => {
      for (const settle of open.values()) settle('ended');
      open.clear();
      resolve(code);
    });
  });
  thread.on('error', (error) => { if (error.message !== 'asked to') faults.push(`a worker failed: ${error.stack}`); });
  thread.on('message', ({ id, value }) => {
    open.get(id)?.(value);
    open.delete(id);
  });
  const ask = (id, value, list = [], port = undefined) => new Promise((resolve) => {
    if (thread.threadId === -1) {
      port?.close();
      return resolve('ended');
    }
    open.set(id, resolve);
    thread.postMessage({ id, value, port }, port ? [...list, port] : list);
  });
  const questions = [];
  const total = random(30);
  for (let id = 0; id < total; id++) questions.push(question(ask, id));
  if (random(3) === 0) await questions[random(total)];
  const end = ['exit', 'throw', 'spin', 'terminate', 'terminate'][random(5)];
  count(`worker ${end}`);
  if (end !== 'terminate') questions.push(ask(-1, end));
  if (end === 'spin') await pause(random(20));
  if (end === 'spin' || end === 'terminate') await thread.terminate();
  await exited;
  await Promise.all(questions);
}

async function question(ask, id) {
  const kind = random(4);
  if (kind === 0) {
    const buffer = new ArrayBuffer(random(1 << 18));
    return ask(id, buffer, [buffer]);
  }
  if (kind === 1) {
    const { port1, port2 } = new MessageChannel();
    // Answered, or closed because the worker has ended.
    const closed = new Promise((resolve) => { port1.on('close', resolve).on('message', () => {}); });
    await ask(id, 'with a port', [], port2);
    return closed;
  }
  const value = { text: 'x'.repeat(random(1000)), list: [id, new Map([[1, new Date(id)]])] };
  const answer = await ask(id, value);
  if (answer !== 'ended' && answer.text.length !== value.text.length) faults.push(`worker answered ${answer.text.length} letters of ${value.text.length}`);
  return answer;
}

// ---- children

const closed = (child) => new Promise((resolve) => {
  child.on('error', () => {});
  child.on('close', (code, signal) => resolve(signal ?? code));
});

async function piped() {
  const child = cp.spawn('/bin/cat');
  const ended = closed(child);
  const size = random(200_000);
  let heard = 0;
  child.stdout.on('data', (chunk) => { heard += chunk.length; });
  child.stdin.on('error', () => {});
  child.stdin.end(Buffer.alloc(size, 'x'));
  const isKilled = random(3) === 0;
  count(isKilled ? 'cat killed' : 'cat');
  if (isKilled) {
    await pause(random(5));
    child.kill('SIGKILL');
  }
  const end = await ended;
  if (end === 0 && heard !== size) faults.push(`cat gave ${heard} of ${size} bytes`);
}

async function forked() {
  const child = cp.fork(__filename, ['--echo'], { serialization: random(2) ? 'json' : 'advanced', stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  // Not 'close': as in Node there is none when this side has disconnected.
  const ended = new Promise((resolve) => { child.on('exit', (code, signal) => resolve(signal ?? code)); });
  const total = random(20);
  let answers = 0;
  child.on('message', () => {
    if (++answers === total && child.connected) child.disconnect();
  });
  child.on('error', () => {});
  const sent = Array.from({ length: total }, (_, id) => new Promise((resolve) => { child.send({ id, text: 'y'.repeat(random(2000)) }, resolve); }));
  const isKilled = total === 0 || random(3) === 0;
  count(isKilled ? 'fork killed' : 'fork');
  if (isKilled) {
    await pause(random(60));
    child.kill('SIGKILL');
  }
  const end = await ended;
  await Promise.all(sent);
  if (!isKilled && (end !== 0 || answers !== total)) faults.push(`a fork ended with ${end} after ${answers} of ${total} answers`);
}

const brief = async () => {
  count('brief');
  await new Promise((resolve) => { cp.exec('echo out; echo err >&2; exit 3', resolve); });
  cp.spawnSync('/bin/true');
  await closed(cp.spawn('/no/such/program'));
};

// ---- the load

function serve() {
  const server = http.createServer((req, res) => { setImmediate(() => res.end(req.url)); });
  return new Promise((resolve) => { server.listen(0, '127.0.0.1', () => resolve(server)); });
}

function get(agent, port, path) {
  return new Promise((resolve, reject) => {
    http.get({ agent, port, path, host: '127.0.0.1' }, (res) => {
      let text = '';
      res.setEncoding('utf8').on('data', (chunk) => { text += chunk; });
      res.on('end', () => resolve(text)).on('error', reject);
    }).on('error', reject);
  });
}

async function ask(agent, port) {
  while (!isOver) {
    const path = `/${random(1e6)}`;
    const text = await get(agent, port, path);
    if (text !== path) faults.push(`asked for ${path}, got ${text}`);
    count('request');
    await pause(1);
  }
}

// ---- all of it

const faults = [];
let isOver = false;

function inTime(promise, name) {
  let timer;
  const late = new Promise((resolve) => {
    timer = setTimeout(() => {
      faults.push(`${name} was not settled within a minute`);
      resolve();
    }, PATIENCE);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

async function lane() {
  const steps = { worker, piped, forked, brief };
  const names = Object.keys(steps);
  while (!isOver) {
    const name = names[random(names.length)];
    await inTime(steps[name](), name);
  }
}

async function main() {
  console.log(`soaking for ${seconds} s, seed ${seed}`);
  process.on('unhandledRejection', (error) => faults.push(`unhandled: ${error?.stack}`));
  const server = await serve();
  const agent = new http.Agent({ keepAlive: true, maxSockets: 4 });
  const { port } = server.address();
  const load = [ask(agent, port), ask(agent, port)];
  // What is there once everything has happened a few times is where it must stay.
  const until = async (ms) => {
    const timer = setTimeout(() => { isOver = true; }, ms);
    await Promise.all(Array.from({ length: LANES }, lane));
    clearTimeout(timer);
  };
  await until(seconds * 1000 / 4);
  const before = held();
  isOver = false;
  load.push(ask(agent, port));
  await until(seconds * 1000 * 3 / 4);
  await Promise.all(load);
  agent.destroy();
  server.close();
  console.log(JSON.stringify(counts));
  await conclude(before, faults);
}

if (process.argv[2] === '--echo') process.on('message', (message) => process.send(message));
else main();
