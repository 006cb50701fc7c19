'use strict';
// How messages come out of the loop: in poll, one macrotask each.
//
// As in libuv, a poll serves the ports once, in the order in which they were made, and each until its queue is empty (or
// a thousand have come, or as many as waited at first). So what a port sends to one made later arrives in the same
// poll, and what it sends to one made earlier in the next: Node's programs see that order, and so do ours.
//
// Two mailboxes of one thread know each other as `peer`, and what they exchange are copies of values. Once one of them has
// gone to another thread, both have an `end` in Rust (crates/node/src/ports.rs) in its place: mail waits there, as text, until
// it is delivered.

const { numbers, MORE, noteOrigin } = require('loop/state');
const { phaseRunner } = require('loop/phase');
const { runCallback } = require('loop/ticks');
const { registerRequest } = require('loop/requests');

const { notify, hold, whenClosed, ready, take: takeFrom, post: postTo, close: closeEnd, isOver, pair } = binding('messaging');

const CLOSE = Symbol('close');
const BATCH = 1000;

let lastId = 0;
// Ports that have mail, by id.
const scheduled = [];
// The port that is being served, and how many messages it may still get in this poll.
let serving;
let remaining = 0;
let notified = false;
// Those that keep the loop alive.
const refed = new Set();
// By the number of their end.
const remoteQueues = new Map();

const bindContext = (callback) => (__hexloop_context__ === null ? callback : require('async_context/frame').bindToContext(callback));

// The inside of a MessagePort or a BroadcastChannel. `deliver(message)` and `ended()` are its owner's.
class MessageQueue {
  id = ++lastId;
  messages = [];
  peer = undefined;
  receiving = false;
  refed = false;
  state = 'open';
  end = 0;
  // The end has mail.
  isReady = false;

  constructor(deliver, ended) {
    // Whoever made it is who hears, in its async context.
    this.deliver = bindContext(deliver);
    this.ended = bindContext(ended);
    this.resource = undefined;
    if (noteOrigin !== undefined) noteOrigin(this);
  }

  enqueue(message) {
    if (this.state !== 'open') {
      discard(message);
      return;
    }
    this.messages.push(message);
    this.wake();
  }

  // The end of the other side is heard by who does not listen, too.
  get hasPending() {
    return (this.messages.length > 0 && (this.receiving || this.messages[0] === CLOSE)) || (this.isReady && this.receiving);
  }

  wake() {
    if (!this.hasPending) return;
    if (!scheduled.includes(this)) {
      let at = scheduled.length;
      while (at > 0 && scheduled[at - 1].id > this.id) at--;
      scheduled.splice(at, 0, this);
    }
    // Also where it was among them: its mail may have been taken since the last notification (receiveMessageOnPort).
    notifyOnce();
  }

  start() {
    if (this.receiving || this.state !== 'open') return;
    this.receiving = true;
    this.wake();
  }

  // What comes waits for the next who listens.
  stop() {
    this.receiving = false;
    if (!this.hasPending && serving !== this) this.unschedule();
  }

  ref() {
    if (this.refed || this.state === 'closed') return;
    this.refed = true;
    refed.add(this);
    if (refed.size === 1) hold(true);
  }

  unref() {
    if (!this.refed || this.state === 'closed') return;
    this.refed = false;
    refed.delete(this);
    if (refed.size === 0) hold(false);
  }

  // The close phase tells the owner. What waits is lost, unless it is being delivered right now.
  close() {
    if (this.state !== 'open') return;
    this.state = 'closing';
    if (serving !== this) this.unschedule();
    whenClosed(registerRequest(() => {
      this.peer?.enqueue(CLOSE);
      if (this.end !== 0) this.closeRemoteEnd();
      this.unschedule();
      this.unref();
      this.state = 'closed';
      if (this.resource !== undefined) __hexloop_resources__.emitDestroy(this.resource);
      this.ended();
    }));
  }

  // Another takes its place, with what waits in it: the port was sent somewhere.
  transferTo(other) {
    this.unschedule();
    this.unref();
    this.state = 'closed';
    other.messages = this.messages;
    other.peer = this.peer;
    if (this.end !== 0) other.attachEnd(this.end);
    this.end = 0;
    if (this.peer !== undefined) this.peer.peer = other;
    this.peer = undefined;
    this.messages = [];
    other.wake();
  }

  // From here on the other end is, or may be, on another thread.
  attachEnd(end) {
    this.end = end;
    remoteQueues.set(end, this);
    this.isReady = true;
    this.wake();
  }

  closeRemoteEnd() {
    remoteQueues.delete(this.end);
    closeEnd(this.end);
    this.end = 0;
  }

  // To another thread: the number of the end that stands for this mailbox there. What waits goes with it.
  detach() {
    let { end } = this;
    if (end === 0) {
      const { encode } = require('messaging/wire');
      const [here, there] = pair();
      end = there;
      const pending = this.messages.filter((message) => message !== CLOSE);
      for (const { value, ports, transferred = ports } of pending) {
        const { text, memory, ports: ids } = encode(value, transferred);
        postTo(here, text, ids, ...memory);
      }
      if (this.peer === undefined) closeEnd(here);
      else {
        this.peer.peer = undefined;
        this.peer.attachEnd(here);
      }
    }
    remoteQueues.delete(end);
    this.unschedule();
    this.unref();
    this.end = 0;
    this.peer = undefined;
    this.messages = [];
    this.state = 'closed';
    return end;
  }

  checkPeerClosed() {
    if (!isOver(this.end)) return;
    this.isReady = false;
    this.messages.push(CLOSE);
  }

  // The next letter; CLOSE where the other end is gone.
  receive() {
    const raw = takeFrom(this.end);
    if (raw === undefined) this.isReady = false;
    if (raw === null) {
      this.isReady = false;
      return CLOSE;
    }
    return raw;
  }

  // The next message that there is, at once; a loop that is about to hear of the other's end asks.
  next() {
    if (this.messages.length > 0) return this.messages[0] === CLOSE ? undefined : this.messages.shift();
    const raw = this.end === 0 ? undefined : this.receive();
    return raw === CLOSE ? undefined : raw;
  }

  unschedule() {
    const at = scheduled.indexOf(this);
    if (at !== -1) scheduled.splice(at, 1);
    if (this.state === 'open') return;
    const { messages } = this;
    this.messages = [];
    messages.forEach(discard);
  }

  // What receiveMessageOnPort takes; undefined if there is nothing.
  take() {
    if (this.messages.length === 0 && this.end !== 0 && this.state === 'open') {
      const raw = this.receive();
      if (raw !== CLOSE) return raw === undefined ? undefined : require('messaging/wire').decode(raw);
      this.messages.push(CLOSE);
      this.wake();
      return undefined;
    }
    if (this.messages.length === 0 || this.messages[0] === CLOSE) return undefined;
    return this.messages.shift();
  }
}

// Nobody will read the message: whoever holds the other ends of the ports in it is told, and its files are closed.
function discard(message) {
  if (message === CLOSE) return;
  const { ports, transferred } = message;
  if (ports?.length > 0) {
    const { kQueue } = require('messaging/port');
    for (const port of ports) port[kQueue].close();
  }
  if (!(transferred?.length > 0) || !require.has('fs/file_handle')) return;
  const { FileHandle, closeAbandoned } = require('fs/file_handle');
  for (const item of transferred) if (item instanceof FileHandle) closeAbandoned(item);
}

function notifyOnce() {
  if (notified) return;
  notified = true;
  notify();
}

function nextToServe(after) {
  return scheduled.find((port) => port.id > after && port.hasPending);
}

function serve(port) {
  serving = port;
  remaining = port === undefined ? 0 : Math.max(port.messages.length, BATCH);
}

function wakeReady() {
  for (const end of ready() ?? []) {
    const port = remoteQueues.get(end);
    if (port === undefined) continue;
    port.isReady = true;
    // That the other end is gone is heard by who does not listen.
    if (!port.receiving && port.state === 'open') port.checkPeerClosed();
    port.wake();
  }
}

// Async hooks hear of it.
function deliverWithHooks(port, message) {
  __hexloop_resources__.emitBefore(port.resource);
  port.deliver(message);
  __hexloop_resources__.emitAfter();
}

// One message and its ticks. The first call of a poll begins with the first port.
function runMessage() {
  if (serving === undefined) {
    notified = false;
    if (remoteQueues.size > 0) wakeReady();
    serve(nextToServe(0));
  }
  const port = serving;
  if (port !== undefined) {
    const message = port.messages.length > 0 ? port.messages.shift() : port.isReady ? port.receive() : undefined;
    if (message !== undefined) {
      remaining--;
      if (message === CLOSE) runCallback(() => port.close());
      else if (port.resource === undefined) runCallback(port.deliver, [message]);
      else runCallback(deliverWithHooks, [port, message]);
    }
  }
  if (port !== undefined && (remaining === 0 || !port.hasPending)) {
    if (!port.hasPending || port.state !== 'open') port.unschedule();
    serve(nextToServe(port.id));
  }
  numbers[MORE] = serving === undefined ? 0 : 1;
  if (serving === undefined && nextToServe(0) !== undefined) notifyOnce();
}

binding('loop').connect('runMessage', phaseRunner(runMessage));

const refedQueues = () => [...refed];

module.exports = { MessageQueue, discard, refedQueues };
