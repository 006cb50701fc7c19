'use strict';
// postMessageToThread(): between any two threads, without a port. Each thread receives under its id, and every message includes a port for
// the reply, which closes if the thread ends first.

const globals = require('globals');
const { promiseThen } = require('core/safe/promises');
const { each } = require('core/safe/walk');
const { codes } = require('core/errors');
const messaging = binding('messaging');

// Cannot collide with a BroadcastChannel of a program.
const channelNameOf = (threadId) => `\0thread\0${threadId}`;

let queue;

// For a new thread: messages are queued from now on until it receives.
const prepare = (threadId) => messaging.joinChannel(channelNameOf(threadId));

// Called when there is more than one thread. `end`: the result of prepare().
function open(end) {
  if (queue !== undefined) return;
  const { MessageQueue } = require('messaging/delivery');
  const { decode } = require('messaging/wire');
  queue = new MessageQueue((raw) => receive(decode(raw).value), () => {});
  queue.attachEnd(end ?? prepare(require('worker_threads').threadId));
  queue.start();
}

function receive({ source, value, reply }) {
  let answer = 'done';
  try {
    if (!globals.process.emit('workerMessage', value, source)) answer = 'nobody';
  } catch {
    answer = 'threw';
  }
  reply.postMessage(answer);
  reply.close();
}

async function postMessageToThread(threadId, value, transferList, timeout) {
  const { validateNumber } = require('core/validate');
  const own = require('worker_threads').threadId;
  if (typeof transferList === 'number' && timeout === undefined) {
    timeout = transferList;
    transferList = [];
  }
  if (timeout !== undefined) validateNumber(timeout, 'timeout', 0);
  if (threadId === own) throw new codes.ERR_WORKER_MESSAGING_SAME_THREAD();
  const { MessageChannel } = require('messaging/port');
  const { port1, port2 } = new MessageChannel();
  const { text, memory, ports } = require('messaging/wire').encode({ source: own, value, reply: port2 }, [port2, ...each(transferList ?? [])]);
  const answered = new __hexloop_promise__((resolve) => {
    port1.once('message', resolve);
    port1.once('close', () => resolve('nobody'));
  });
  const isPosted = messaging.postToMember(channelNameOf(threadId), text, ports, ...each(memory));
  if (memory.length > 0) require('messaging/writer').detachTransferred(memory);
  if (!isPosted) throw new codes.ERR_WORKER_MESSAGING_FAILED();
  const answer = await withTimeout(timeout, answered);
  port1.close();
  if (answer === 'threw') throw new codes.ERR_WORKER_MESSAGING_ERRORED();
  if (answer === 'nobody') throw new codes.ERR_WORKER_MESSAGING_FAILED();
  if (answer === 'late') throw new codes.ERR_WORKER_MESSAGING_TIMEOUT();
}

function withTimeout(timeout, answered) {
  if (timeout === undefined) return answered;
  return new __hexloop_promise__((resolve) => {
    const timer = globals.setTimeout(() => resolve('late'), timeout);
    promiseThen(answered, (answer) => {
      globals.clearTimeout(timer);
      resolve(answer);
    });
  });
}

module.exports = { open, postMessageToThread, prepare };
