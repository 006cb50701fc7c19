'use strict';
// Delivery of messages: in poll, one macrotask each.
//
// As in libuv, a poll serves the ports once, in creation order, each until its queue is empty (or a thousand messages, or as many as
// were queued at first). So a message to a port that was created later arrives in the same poll, and one to a port that was created
// earlier in the next: that order is observable in Node.
//
// Two queues of one thread refer to each other as `peer`, and exchange cloned values. When one of them moves to another thread, both
// get an `end` in Rust (crates/node/src/ports.rs) instead: messages are queued there, serialized, until they are delivered.

const { arrayFilter, arrayFind, arrayForEach, arrayPush, arrayShift, arraySplice, mathMax } = require('core/intrinsics');
const { SafeMap, SafeSet } = require('core/safe/collections');
const { indexIn, isIn } = require('core/safe/lists');
const { each, valuesOf } = require('core/safe/walk');
const { newList } = require('core/safe/list');
const { numbers, MORE } = require('loop/state');
const { recordOrigin } = require('why/origins');
const { phaseRunner } = require('loop/phase');
const { runCallback } = require('loop/ticks');
const { registerRequest } = require('loop/requests');

const { notify, setRef, queueClose, takeReadyPorts, take: takeFrom, post: postTo, close: closeEnd, isPeerClosed, createPair } = binding('messaging');

const CLOSE = Symbol('close');
const BATCH = 1000;

let lastId = 0;
// Ports with pending messages, by id.
const scheduled = newList();
// The port that is being served, and how many more messages it may get in this poll.
let serving;
let remaining = 0;
let notified = false;
// Referenced queues: they keep the loop alive.
const refed = new SafeSet();
// By the id of their end.
const remoteQueues = new SafeMap();

const bindContext = (callback) => (__hexloop_context__ === null ? callback : require('async_context/frame').bindToContext(callback));

// The internals of a MessagePort or a BroadcastChannel. `deliver(message)` and `ended()` are callbacks of its owner.
class MessageQueue {
  id = ++lastId;
  messages = [];
  peer = undefined;
  receiving = false;
  refed = false;
  state = 'open';
  end = 0;
  // The end has messages.
  isReady = false;

  constructor(deliver, ended) {
    // Messages are delivered in the async context in which the queue was created.
    this.deliver = bindContext(deliver);
    this.ended = bindContext(ended);
    this.resource = undefined;
    if (recordOrigin !== undefined) recordOrigin(this);
  }

  enqueue(message) {
    if (this.state !== 'open') {
      discard(message);
      return;
    }
    arrayPush(this.messages, message);
    this.wake();
  }

  // The close of the peer is also delivered to a queue that does not receive.
  get hasPending() {
    return (this.messages.length > 0 && (this.receiving || this.messages[0] === CLOSE)) || (this.isReady && this.receiving);
  }

  wake() {
    if (!this.hasPending) return;
    if (!isIn(scheduled, this)) {
      let at = scheduled.length;
      while (at > 0 && scheduled[at - 1].id > this.id) at--;
      arraySplice(scheduled, at, 0, this);
    }
    // Even if it is scheduled already: its messages may have been taken since the last notification (receiveMessageOnPort).
    notifyOnce();
  }

  start() {
    if (this.receiving || this.state !== 'open') return;
    this.receiving = true;
    this.wake();
  }

  // Further messages wait for the next listener.
  stop() {
    this.receiving = false;
    if (!this.hasPending && serving !== this) this.unschedule();
  }

  ref() {
    if (this.refed || this.state === 'closed') return;
    this.refed = true;
    refed.add(this);
    if (refed.size === 1) setRef(true);
  }

  unref() {
    if (!this.refed || this.state === 'closed') return;
    this.refed = false;
    refed.delete(this);
    if (refed.size === 0) setRef(false);
  }

  // The owner is notified in the close phase. Queued messages are lost, except for one that is being delivered.
  close() {
    if (this.state !== 'open') return;
    this.state = 'closing';
    if (serving !== this) this.unschedule();
    queueClose(registerRequest(() => {
      this.peer?.enqueue(CLOSE);
      if (this.end !== 0) this.closeRemoteEnd();
      this.unschedule();
      this.unref();
      this.state = 'closed';
      if (this.resource !== undefined) __hexloop_resources__.emitDestroy(this.resource);
      this.ended();
    }));
  }

  // The port was transferred within this thread: the other queue takes over, with all messages.
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

  // From here on the peer is, or may be, on another thread.
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

  // The port is transferred to another thread: returns the id of the end that replaces this queue there, with all messages.
  detach() {
    let { end } = this;
    if (end === 0) {
      const { encode } = require('messaging/wire');
      const { 0: here, 1: there } = createPair();
      end = there;
      const pending = arrayFilter(this.messages, (message) => message !== CLOSE);
      for (const { value, ports, transferred = ports } of each(pending)) {
        const { text, memory, ports: ids } = encode(value, transferred);
        postTo(here, text, ids, ...each(memory));
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
    if (!isPeerClosed(this.end)) return;
    this.isReady = false;
    arrayPush(this.messages, CLOSE);
  }

  // The next message of the end; CLOSE if the peer is closed.
  receive() {
    const raw = takeFrom(this.end);
    if (raw === undefined) this.isReady = false;
    if (raw === null) {
      this.isReady = false;
      return CLOSE;
    }
    return raw;
  }

  // The next message that is available now; for a worker that has exited.
  next() {
    if (this.messages.length > 0) return this.messages[0] === CLOSE ? undefined : arrayShift(this.messages);
    const raw = this.end === 0 ? undefined : this.receive();
    return raw === CLOSE ? undefined : raw;
  }

  unschedule() {
    const at = indexIn(scheduled, this);
    if (at !== -1) arraySplice(scheduled, at, 1);
    if (this.state === 'open') return;
    const { messages } = this;
    this.messages = [];
    arrayForEach(messages, discard);
  }

  // For receiveMessageOnPort; undefined if there is no message.
  take() {
    if (this.messages.length === 0 && this.end !== 0 && this.state === 'open') {
      const raw = this.receive();
      if (raw !== CLOSE) return raw === undefined ? undefined : require('messaging/wire').decode(raw);
      arrayPush(this.messages, CLOSE);
      this.wake();
      return undefined;
    }
    if (this.messages.length === 0 || this.messages[0] === CLOSE) return undefined;
    return arrayShift(this.messages);
  }
}

// The message will not be read: the ports in it are closed, which notifies their peers, and its files are closed.
function discard(message) {
  if (message === CLOSE) return;
  const { ports, transferred } = message;
  if (ports?.length > 0) {
    const { kQueue } = require('messaging/port');
    for (const port of each(ports)) port[kQueue].close();
  }
  if (!(transferred?.length > 0) || !require.has('fs/file_handle')) return;
  const { FileHandle, closeAbandoned } = require('fs/file_handle');
  for (const item of each(transferred)) if (item instanceof FileHandle) closeAbandoned(item);
}

function notifyOnce() {
  if (notified) return;
  notified = true;
  notify();
}

function nextToServe(after) {
  return arrayFind(scheduled, (port) => port.id > after && port.hasPending);
}

function serve(port) {
  serving = port;
  remaining = port === undefined ? 0 : mathMax(port.messages.length, BATCH);
}

function wakeReady() {
  for (const end of each(takeReadyPorts() ?? [])) {
    const port = remoteQueues.get(end);
    if (port === undefined) continue;
    port.isReady = true;
    // A close of the peer is delivered even if the port does not receive.
    if (!port.receiving && port.state === 'open') port.checkPeerClosed();
    port.wake();
  }
}

// With async hooks.
function deliverWithHooks(port, message) {
  __hexloop_resources__.emitBefore(port.resource);
  port.deliver(message);
  __hexloop_resources__.emitAfter();
}

// Runs one message and its ticks. The first call of a poll starts with the first port.
function runMessage() {
  if (serving === undefined) {
    notified = false;
    if (remoteQueues.size > 0) wakeReady();
    serve(nextToServe(0));
  }
  const port = serving;
  if (port !== undefined) {
    const message = port.messages.length > 0 ? arrayShift(port.messages) : port.isReady ? port.receive() : undefined;
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

const refedQueues = () => valuesOf(refed);

module.exports = { MessageQueue, discard, refedQueues };
