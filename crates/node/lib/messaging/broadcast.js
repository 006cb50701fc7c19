'use strict';
// BroadcastChannel: a message goes to all other channels of the same name in this process.

const { arrayFilter, arrayForEach, arrayMap, objectDefineProperty, symbolFor } = require('core/intrinsics');
const { SafeMap, SafeSet } = require('core/safe/collections');
const { each, valuesOf } = require('core/safe/walk');
const { codes } = require('core/errors');
const { EventTarget, defineEventHandler, dispatch } = require('core/event_target');
const { makeEnumerable } = require('core/event');
const { MessageQueue } = require('messaging/delivery');
const { kQueue } = require('messaging/port');

const customInspect = symbolFor('nodejs.util.inspect.custom');
const native = binding('messaging');
// The queues of each name, in creation order.
const groups = new SafeMap();

function check(channel) {
  if (channel?.[kQueue] === undefined || !(channel instanceof BroadcastChannel)) throw new codes.ERR_INVALID_THIS('BroadcastChannel');
  return channel[kQueue];
}

// For each name this thread has one queue for messages of other threads, which forwards them to those of its channels.
function joinGroup(name, queue) {
  if (!groups.has(name)) {
    const queues = new SafeSet();
    const hub = new MessageQueue((raw) => {
      for (const member of each(queues)) member.enqueue(require('messaging/wire').decode(raw));
    }, () => {});
    hub.attachEnd(native.joinChannel(name));
    hub.start();
    groups.set(name, { queues, hub });
  }
  groups.get(name).queues.add(queue);
}

function leaveGroup(name, queue) {
  const { queues, hub } = groups.get(name);
  queues.delete(queue);
  if (queues.size > 0) return;
  groups.delete(name);
  const { end } = hub;
  hub.closeRemoteEnd();
  hub.unschedule();
  native.leaveChannel(name, end);
}

function postToOtherThreads(name, message) {
  const { end } = groups.get(name).hub;
  if (!native.hasOthers(name, end)) return;
  const { text, memory } = require('messaging/wire').encode(message);
  native.broadcast(name, end, text, undefined, ...each(memory));
}

class BroadcastChannel extends EventTarget {
  #name;

  constructor(name) {
    if (arguments.length === 0) throw new codes.ERR_MISSING_ARGS('name');
    super();
    this.#name = `${name}`;
    const deliver = ({ value }) => {
      // Closed by the listener of the previous message.
      if (queue.state !== 'open') return;
      const { MessageEvent } = require('messaging/events');
      dispatch(this, new MessageEvent('message', { data: value }));
    };
    const queue = new MessageQueue(deliver, () => {});
    objectDefineProperty(this, kQueue, { __proto__: null, value: queue });
    joinGroup(this.#name, queue);
    queue.ref();
    queue.start();
  }

  get name() {
    check(this);
    return this.#name;
  }

  close() {
    const queue = check(this);
    if (queue.state !== 'open') return;
    leaveGroup(this.#name, queue);
    queue.close();
  }

  postMessage(message) {
    const queue = check(this);
    if (arguments.length === 0) throw new codes.ERR_MISSING_ARGS('message');
    if (queue.state !== 'open') {
      const { DOMException } = require('core/dom_exception');
      throw new DOMException('BroadcastChannel is closed.', 'InvalidStateError');
    }
    const { cloneMessage } = require('core/structured_clone');
    const others = arrayFilter(valuesOf(groups.get(this.#name).queues), (other) => other !== queue);
    // A message without receivers must be cloneable, too.
    if (others.length === 0) cloneMessage(message, []);
    const copies = arrayMap(others, () => cloneMessage(message, []));
    arrayForEach(others, (other, index) => other.enqueue(copies[index]));
    postToOtherThreads(this.#name, message);
  }

  ref() {
    check(this).ref();
    return this;
  }

  unref() {
    check(this).unref();
    return this;
  }

  [customInspect](depth, options) {
    const queue = check(this);
    if (depth < 0) return 'BroadcastChannel';
    const { inspect } = require('inspect/inspect');
    const inner = { ...options, depth: options.depth == null ? null : options.depth - 1 };
    return `BroadcastChannel ${inspect({ name: this.#name, active: queue.state === 'open' }, inner)}`;
  }
}

makeEnumerable(BroadcastChannel.prototype, ['name', 'close', 'postMessage']);
defineEventHandler(BroadcastChannel.prototype, 'message');
defineEventHandler(BroadcastChannel.prototype, 'messageerror');

module.exports = { BroadcastChannel };
