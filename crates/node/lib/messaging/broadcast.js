'use strict';
// BroadcastChannel: what one posts, all others of the same name in this process get.

const { codes } = require('core/errors');
const { EventTarget, defineEventHandler, dispatch } = require('core/event_target');
const { makeEnumerable } = require('core/event');
const { Mailbox } = require('messaging/delivery');
const { kMailbox } = require('messaging/port');

const customInspect = Symbol.for('nodejs.util.inspect.custom');
const native = binding('messaging');
// By name: the mailboxes, in the order in which they were made.
const groups = new Map();

function check(channel) {
  if (channel?.[kMailbox] === undefined || !(channel instanceof BroadcastChannel)) throw new codes.ERR_INVALID_THIS('BroadcastChannel');
  return channel[kMailbox];
}

// Of each name this thread has one mailbox for what other threads post; those of the channels get it from there.
function join(name, box) {
  if (!groups.has(name)) {
    const boxes = new Set();
    const hub = new Mailbox((raw) => {
      for (const member of boxes) member.put(require('messaging/wire').decode(raw));
    }, () => {});
    hub.settle(native.joinChannel(name));
    hub.start();
    groups.set(name, { boxes, hub });
  }
  groups.get(name).boxes.add(box);
}

function leave(name, box) {
  const { boxes, hub } = groups.get(name);
  boxes.delete(box);
  if (boxes.size > 0) return;
  groups.delete(name);
  const { end } = hub;
  hub.endRemotely();
  hub.leave();
  native.leaveChannel(name, end);
}

function tellOtherThreads(name, message) {
  const { end } = groups.get(name).hub;
  if (!native.hasOthers(name, end)) return;
  const { text, memory } = require('messaging/wire').encode(message);
  native.broadcast(name, end, text, undefined, ...memory);
}

class BroadcastChannel extends EventTarget {
  #name;

  constructor(name) {
    if (arguments.length === 0) throw new codes.ERR_MISSING_ARGS('name');
    super();
    this.#name = `${name}`;
    const deliver = ({ value }) => {
      // Closed by who got the one before.
      if (box.state !== 'open') return;
      const { MessageEvent } = require('messaging/events');
      dispatch(this, new MessageEvent('message', { data: value }));
    };
    const box = new Mailbox(deliver, () => {});
    Object.defineProperty(this, kMailbox, { __proto__: null, value: box });
    join(this.#name, box);
    box.ref();
    box.start();
  }

  get name() {
    check(this);
    return this.#name;
  }

  close() {
    const box = check(this);
    if (box.state !== 'open') return;
    leave(this.#name, box);
    box.close();
  }

  postMessage(message) {
    const box = check(this);
    if (arguments.length === 0) throw new codes.ERR_MISSING_ARGS('message');
    if (box.state !== 'open') {
      const { DOMException } = require('core/dom_exception');
      throw new DOMException('BroadcastChannel is closed.', 'InvalidStateError');
    }
    const { cloneMessage } = require('core/structured_clone');
    const others = [...groups.get(this.#name).boxes].filter((other) => other !== box);
    // One that nobody hears must be cloneable, too.
    if (others.length === 0) cloneMessage(message, []);
    const copies = others.map(() => cloneMessage(message, []));
    others.forEach((other, index) => other.put(copies[index]));
    tellOtherThreads(this.#name, message);
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
    const box = check(this);
    if (depth < 0) return 'BroadcastChannel';
    const { inspect } = require('inspect/inspect');
    const inner = { ...options, depth: options.depth == null ? null : options.depth - 1 };
    return `BroadcastChannel ${inspect({ name: this.#name, active: box.state === 'open' }, inner)}`;
  }
}

makeEnumerable(BroadcastChannel.prototype, ['name', 'close', 'postMessage']);
defineEventHandler(BroadcastChannel.prototype, 'message');
defineEventHandler(BroadcastChannel.prototype, 'messageerror');

module.exports = { BroadcastChannel };
