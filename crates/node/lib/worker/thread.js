'use strict';
// The worker's side: its data, its channel to the parent, and the start of its program.
//
// Two ports lead to the parent. The public one is `parentPort`. The other carries internal messages { is, … }: `online`, `error`, `output`
// are sent, and `input`, `ask` received.
//
// `online` means that this thread runs JavaScript, so it is sent first: everything the program needs is loaded afterwards.

const { each } = require('core/safe/walk');
const messaging = binding('messaging');

const { 0: text, 1: { 0: control, 1: publicEnd, 2: threadChannel } } = binding('worker').startupData();
messaging.post(control, '{"is":"online"}');

const { decode, encode } = require('messaging/wire');
const startupData = require('engine').JSON.parse(text);

function send(message) {
  const { text: encoded, memory, ports } = encode(message);
  messaging.post(control, encoded, ports, ...each(memory));
}

const { value: { workerData, environmentData } } = decode(messaging.take(control));

// Internal messages of the parent.
const handlers = {
  __proto__: null,
  input: (message) => require('worker/thread_stdio').receiveInput(message.bytes),
  async ask({ id, what }) {
    send({ is: 'answer', id, value: require('worker/parent_requests')[what]() });
  },
};

let parentPort;

const self = {
  startupData,
  environmentData,
  workerData,
  send,
  get parentPort() { return parentPort ??= require('messaging/port').portFromEnd(publicEnd); },
};

// The internal port is only referenced while the program reads standard input.
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
  // After termination, also by exit(), whatever the thread does next may fail.
  if (binding('worker').isTerminating()) return;
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
  const { kind, program } = startupData;
  if (kind === 'url') runUrl(program);
  else runMain(kind, kind === 'eval' ? program : undefined, kind === 'eval' ? '[worker eval]' : program);
}

function runUrl(url) {
  // Loaded so that the exit code reflects an unsettled top-level await.
  require('module/esm');
  require('module/esm/entry').runFile(url);
  require('loop/ticks').runTicks();
}

module.exports = { run, self };
