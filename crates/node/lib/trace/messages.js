'use strict';
// Messages between ports: each is a task that was scheduled by its sender. One that goes to another thread gets a number
// (crates/trace/src/messages.rs) that both threads record.

const log = require('trace/log');
const { noteOf, note } = require('trace/stamp');

const { cells, POST_STACK, MESSAGE_ID } = log;
const { MESSAGE } = log.KINDS;
const isObject = (value) => typeof value === 'object' && value !== null;

// Messages from another thread are text, or an array that begins with it (bindings/messaging.rs).
const isRemote = (message) => typeof message === 'string' || Array.isArray(message);

function taskOf(message) {
  const existing = isObject(message) ? noteOf(message) : undefined;
  if (existing !== undefined) return existing;
  const task = log.queued(MESSAGE, -1, -1, log.label('message'), -1, -1);
  const messageId = isRemote(message) ? cells[MESSAGE_ID] : 0;
  if (messageId !== 0) log.native.messageReceived(messageId, task);
  return task;
}

function tracedDelivery(deliver) {
  return function (message) {
    if (!log.isOn()) return deliver.call(this, message);
    log.callbackBegan(MESSAGE, taskOf(message));
    const result = deliver.call(this, message);
    log.ended();
    return result;
  };
}

// Wraps the native functions that post messages, to record where they are called.
function watchPosts(natives) {
  for (const name of ['post', 'postToMember', 'broadcast']) {
    const native = natives[name];
    natives[name] = (...values) => {
      if (log.isOn()) {
        log.running();
        cells[POST_STACK] = log.stackHere() + 1;
      }
      return native(...values);
    };
  }
}

function watchQueues({ MessageQueue }) {
  const { enqueue, start } = MessageQueue.prototype;
  const watched = new WeakSet();
  const watch = (queue) => {
    if (watched.has(queue)) return;
    watched.add(queue);
    queue.deliver = tracedDelivery(queue.deliver);
  };
  MessageQueue.prototype.enqueue = function (message) {
    watch(this);
    if (isObject(message) && log.isOn()) {
      note(message, log.queued(MESSAGE, log.stackHere(), -1, log.label('message'), log.running(), log.now()));
    }
    return enqueue.call(this, message);
  };
  MessageQueue.prototype.start = function () {
    watch(this);
    return start.call(this);
  };
}

module.exports = { watchQueues, watchPosts };
