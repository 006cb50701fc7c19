'use strict';
// How messages come out of the loop: in poll, one macrotask each.
//
// As in libuv, a poll serves the ports once, in the order in which they were made, and each until its queue is empty (or
// a thousand have come, or as many as waited at first). So what a port sends to one made later arrives in the same
// poll, and what it sends to one made earlier in the next: Node's programs see that order, and so do ours.

const { numbers, MORE, noteOrigin } = require('loop/state');
const { callbackWise } = require('loop/phase');
const { runCallback } = require('loop/ticks');
const { expect } = require('loop/requests');

const { ring, hold, whenClosed } = binding('messaging');

const CLOSE = Symbol('close');
const BATCH = 1000;

let lastId = 0;
// Ports that have mail, by id.
const waiting = [];
// The port that is being served, and how many messages it may still get in this poll.
let serving;
let left = 0;
let rung = false;
// Those that keep the loop alive.
const refed = new Set();

// The inside of a MessagePort or a BroadcastChannel. `deliver(message)` and `ended()` are its owner's.
class Mailbox {
  id = ++lastId;
  mail = [];
  peer = undefined;
  receiving = false;
  refed = false;
  state = 'open';

  constructor(deliver, ended) {
    this.deliver = deliver;
    this.ended = ended;
    if (noteOrigin !== undefined) noteOrigin(this);
  }

  put(message) {
    if (this.state !== 'open') return;
    this.mail.push(message);
    this.wake();
  }

  // The end of the other side is heard by who does not listen, too.
  get hasSomethingToDo() {
    return this.mail.length > 0 && (this.receiving || this.mail[0] === CLOSE);
  }

  wake() {
    if (!this.hasSomethingToDo || waiting.includes(this)) return;
    let at = waiting.length;
    while (at > 0 && waiting[at - 1].id > this.id) at--;
    waiting.splice(at, 0, this);
    ringOnce();
  }

  start() {
    if (this.receiving || this.state !== 'open') return;
    this.receiving = true;
    this.wake();
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
    if (serving !== this) this.leave();
    whenClosed(expect(() => {
      this.peer?.put(CLOSE);
      this.leave();
      this.unref();
      this.state = 'closed';
      this.ended();
    }));
  }

  // Another takes its place, with what waits in it: the port was sent somewhere.
  handOver(other) {
    this.leave();
    this.unref();
    this.state = 'closed';
    other.mail = this.mail;
    other.peer = this.peer;
    if (this.peer !== undefined) this.peer.peer = other;
    this.peer = undefined;
    this.mail = [];
    other.wake();
  }

  leave() {
    const at = waiting.indexOf(this);
    if (at !== -1) waiting.splice(at, 1);
    if (this.state !== 'open') this.mail = [];
  }

  // What receiveMessageOnPort takes; undefined if there is nothing.
  take() {
    if (this.mail.length === 0 || this.mail[0] === CLOSE) return undefined;
    return this.mail.shift();
  }
}

function ringOnce() {
  if (rung) return;
  rung = true;
  ring();
}

function nextToServe(after) {
  return waiting.find((port) => port.id > after && port.hasSomethingToDo);
}

function serve(port) {
  serving = port;
  left = port === undefined ? 0 : Math.max(port.mail.length, BATCH);
}

// One message and its ticks. The first call of a poll begins with the first port.
function runMessage() {
  if (serving === undefined) {
    rung = false;
    serve(nextToServe(0));
  }
  const port = serving;
  if (port !== undefined && port.mail.length > 0) {
    left--;
    const message = port.mail.shift();
    runCallback(message === CLOSE ? () => port.close() : port.deliver, [message]);
  }
  if (port !== undefined && (left === 0 || !port.hasSomethingToDo)) {
    if (!port.hasSomethingToDo || port.state !== 'open') port.leave();
    serve(nextToServe(port.id));
  }
  numbers[MORE] = serving === undefined ? 0 : 1;
  if (serving === undefined && waiting.length > 0) ringOnce();
}

binding('loop').connect('runMessage', callbackWise(runMessage));

const refedMailboxes = () => [...refed];

module.exports = { Mailbox, refedMailboxes };
