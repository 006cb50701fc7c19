'use strict';
// The inside of a worker: what its thread is told, how it speaks to its parent, and how it runs its program.
//
// Two ports lead to the parent. The public one is `parentPort`. The other carries what the runtime has to say, as small
// messages { is, … }: here `online`, `error`, `output` go out, and `input`, `ask` come in.
//
// `online` says that this thread runs JavaScript, so it is the first thing that is said: what the program needs is loaded after.

const messaging = binding('messaging');

const [text, [control, publicEnd, threadChannel]] = binding('worker').brief();
messaging.post(control, '{"is":"online"}');

const { decode, encode } = require('messaging/wire');
const brief = require('engine').JSON.parse(text);

function send(message) {
  const { text: encoded, memory, ports } = encode(message);
  messaging.post(control, encoded, ports, ...memory);
}

const { value: { workerData, environmentData } } = decode(messaging.take(control));

// What the parent's runtime says.
const handlers = {
  __proto__: null,
  input: (message) => require('worker/thread_stdio').receiveInput(message.bytes),
  async ask({ id, what }) {
    send({ is: 'answer', id, value: require('worker/parent_requests')[what]() });
  },
};

let parentPort;

const self = {
  brief,
  environmentData,
  workerData,
  send,
  get parentPort() { return parentPort ??= require('messaging/port').portFromEnd(publicEnd); },
};

// What the runtime says keeps the thread alive only while somebody waits for it: who reads standard input.
const { MessageQueue } = require('messaging/delivery');
const queue = new MessageQueue((raw) => {
  const { value } = decode(raw);
  handlers[value.is](value);
}, () => {});
self.ref = () => queue.ref();
self.unref = () => queue.unref();

function listen() {
  queue.attachEnd(control);
  queue.start();
}

function reportToParent(error) {
  // A thread that is ended in the midst of anything, by exit() too, may fail at what it does next.
  if (binding('worker').isEnded()) return;
  let packed;
  try {
    packed = require('worker/error_serdes').pack(error);
    send({ is: 'error', error: packed });
  } catch {
    send({ is: 'unserializable' });
  }
}

function run() {
  require('worker/thread_process').prepare(self);
  binding('process').reportToParent = reportToParent;
  listen();
  require('worker/thread_messaging').open(threadChannel);
  const { runMain } = require('module/main');
  const { kind, program } = brief;
  if (kind === 'url') runUrl(program);
  else runMain(kind, kind === 'eval' ? program : undefined, kind === 'eval' ? '[worker eval]' : program);
}

function runUrl(url) {
  // Who asks at the end whether a module still waits asks there.
  require('module/esm');
  require('module/esm/entry').runFile(url);
  require('loop/ticks').runTicks();
}

module.exports = { run, self };
