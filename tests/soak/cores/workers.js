'use strict';
// Workers that are started, asked, given memory and ports, blocked, broken and ended at random moments.

const { BroadcastChannel, MessageChannel, Worker } = require('worker_threads');
const { must, once, pause } = require('./common.js');

const ECHO = `
  const { parentPort } = require('worker_threads');
  const ENDS = {
    exit: () => process.exit(3),
    throw: () => { throw new Error('asked to'); },
    reject: () => { Promise.reject(new Error('asked to')); },
    spin: () => { for (;;); },
    wait: () => { Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0); },
    ticks: () => { const again = () => process.nextTick(again); again(); },
    promises: async () => { for (;;) await null; },
    microtasks: () => { const again = () => queueMicrotask(again); again(); },
    timers: () => { parentPort.removeAllListeners(); setInterval(() => {}, 1); },
    close: () => { parentPort.close(); },
  };
  parentPort.on('message', ({ id, value, port, end }) => {
    if (end) return ENDS[end]();
    if (port) { port.postMessage('by port'); port.close(); }
    parentPort.postMessage({ id, value }, value instanceof ArrayBuffer ? [value] : []);
  });`;

const BY_THEMSELVES = ['exit', 'throw', 'reject', 'close'];
const ENDS = [...BY_THEMSELVES, 'spin', 'wait', 'ticks', 'promises', 'microtasks', 'timers', 'terminate', 'terminate'];

function value(random, id) {
  switch (random.below(4)) {
    case 0: return new ArrayBuffer(random.below(1 << 18));
    case 1: return new Uint8Array(random.below(5000)).fill(id);
    default: return { text: 'x'.repeat(random.below(1000)), list: [id, new Map([[1, new Date(id)]])] };
  }
}

const sizeOf = (value) => value.byteLength ?? value.text.length;

// Every question that went out before one that ends the worker by itself is answered; of others, it is or the worker has ended.
async function worker(random, count) {
  const thread = new Worker(ECHO, { eval: true });
  const answers = new Map();
  thread.on('message', (answer) => answers.set(answer.id, answer.value));
  let error;
  thread.on('error', (thrown) => { error = thrown; });
  const exit = once(thread, 'exit');
  const sizes = [];
  const ports = [];
  const total = random.below(30);
  for (let id = 0; id < total; id++) {
    const asked = value(random, id);
    sizes.push(sizeOf(asked));
    const list = asked instanceof ArrayBuffer ? [asked] : [];
    if (!random.oneIn(5)) thread.postMessage({ id, value: asked }, list);
    else {
      const { port1, port2 } = new MessageChannel();
      port1.on('message', () => {});
      ports.push(once(port1, 'close'));
      thread.postMessage({ id, value: asked, port: port2 }, [...list, port2]);
    }
  }
  if (random.oneIn(3)) await pause(random.below(60));
  const end = random.pick(ENDS);
  count(end);
  const endsItself = BY_THEMSELVES.includes(end);
  if (end !== 'terminate') thread.postMessage({ end });
  if (!endsItself) {
    await pause(random.below(30));
    await thread.terminate();
  }
  const [code] = await exit;
  await Promise.all(ports);
  for (const [id, answer] of answers) must(sizeOf(answer) === sizes[id], `the answer to ${id} has ${sizeOf(answer)} bytes of ${sizes[id]}`);
  if (!endsItself) return;
  must(answers.size === total, `${answers.size} of ${total} answers before ${end}`);
  must(code === { exit: 3, throw: 1, reject: 1, close: 0 }[end], `${end} ended with ${code}`);
  must((error?.message === 'asked to') === (end === 'throw' || end === 'reject'), `${end} emitted the error ${error?.message}`);
}

// A port goes through two threads, and what is sent meanwhile arrives in order.
async function relay(random) {
  const PASS = `
    const { parentPort } = require('worker_threads');
    parentPort.once('message', ({ port, next }) => {
      if (next) next.postMessage({ port }, [port]);
      else port.on('message', (n) => { port.postMessage(n); if (n === 'last') port.close(); });
    });`;
  const [one, two] = [new Worker(PASS, { eval: true }), new Worker(PASS, { eval: true })];
  const ends = [once(one, 'exit'), once(two, 'exit')];
  const { port1, port2 } = new MessageChannel();
  const bridge = new MessageChannel();
  const total = random.below(50);
  const got = [];
  port1.on('message', (n) => got.push(n));
  for (let n = 0; n < total; n++) port1.postMessage(n);
  // The second worker is given the other side of a bridge as if it were its parent.
  bridge.port2.once('message', ({ port }) => two.postMessage({ port }, [port]));
  one.postMessage({ port: port2, next: bridge.port1 }, [port2, bridge.port1]);
  for (let n = 0; n < total; n++) port1.postMessage(total + n);
  port1.postMessage('last');
  await once(port1, 'close');
  bridge.port2.close();
  must(got.join() === [...Array(total * 2).keys(), 'last'].join(), `relayed ${got.length} of ${total * 2 + 1}`);
  await Promise.all([one.terminate(), two.terminate(), ...ends]);
}

// A channel that everyone hears, while members end.
async function broadcast(random) {
  const name = `soak ${random.below(1e9)}`;
  const HEAR = `
    const { BroadcastChannel, parentPort, workerData } = require('worker_threads');
    const channel = new BroadcastChannel(workerData);
    let heard = 0;
    channel.onmessage = ({ data }) => {
      heard++;
      if (data === 'last') { parentPort.postMessage(heard); channel.close(); }
    };
    parentPort.postMessage('ready');`;
  const channel = new BroadcastChannel(name);
  const start = async () => {
    const thread = new Worker(HEAR, { eval: true, workerData: name });
    await once(thread, 'message');
    return thread;
  };
  const [lasting, passing] = await Promise.all([start(), start()]);
  const heard = once(lasting, 'message');
  const end = once(lasting, 'exit');
  const total = 1 + random.below(40);
  const at = random.below(total);
  let passed;
  for (let n = 0; n < total; n++) {
    if (n === at) passed = passing.terminate();
    channel.postMessage(n);
  }
  channel.postMessage('last');
  const [number] = await heard;
  must(number === total + 1, `heard ${number} of ${total + 1}`);
  channel.close();
  await Promise.all([end, passed]);
}

worker.times = 24;

module.exports = { worker, relay, broadcast };
