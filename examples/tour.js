'use strict';
// A tour of the event loop: all six phases and both queues, in one short walk.
//
//      ┌────────────────────────┐
//   ┌─▶│ 1  timers              │  setTimeout, setInterval
//   │  │ 2  pending callbacks   │  I/O errors put off from the turn before
//   │  │ 3  idle, prepare       │  internal: no program can put anything here
//   │  │ 4  poll                │  wait for I/O, run its callbacks
//   │  │ 5  check               │  setImmediate
//   └──│ 6  close callbacks     │  'close' of what was destroyed
//      └────────────────────────┘
//
// Between any two callbacks, wherever they run, two queues are emptied: first
// process.nextTick's, then the promises', and again until both are empty.
//
// Run it:  ./x run examples/tour.js
// It prints the same lines on Node 26.

const fs = require('fs');
const net = require('net');

let step = 0;
function stop(where, what, why) {
  console.log(`${String(++step).padStart(2)}  ${where.padEnd(9)} ${what.padEnd(31)} ${why}`);
}

function heading(text) {
  console.log(`\n${text}`);
}

// The only way to make a tour repeatable is to be sure that something is ready when the loop
// looks for it. Blocking does that: nothing else runs meanwhile, but clocks and threads go on.
function block(ms) {
  const end = Date.now() + ms;
  while (Date.now() < end);
}

// ---- The main script ------------------------------------------------------------------
// Everything is ordered here at once, and in the wrong order: the loop will sort it out.

heading('The main script: one callback like any other, on an empty stack');

setImmediate(() => {
  stop('check', 'setImmediate', 'poll is over, so it is the immediates\' turn');
  setImmediate(secondTurnCheck);
  stop('', '  …sets another immediate', 'which waits: a phase runs only what it found when it began');
  // The timers set meanwhile shall be due when the second turn begins.
  block(5);
});

fs.stat(__filename, (error) => {
  if (error) throw error;
  stop('poll', 'fs.stat', 'a pool thread did the work; its callback runs here');
  setTimeout(() => stop('timers', 'setTimeout set in poll', 'last to be set, last of the timers'), 0);
  setImmediate(() => stop('check', 'setImmediate set in poll', 'check follows poll: always before that timer'));
  stop('', '  …sets a timer, an immediate', 'who will be first?');
});

setTimeout(() => {
  stop('timers', 'setTimeout 0', 'due, so it starts the turn');
  setTimeout(() => {
    heading('Second turn: what the first one left behind');
    stop('timers', 'setTimeout set in a timer', 'a timer set by a timer waits for the next turn');
  }, 0);
  process.nextTick(() => stop('tick', 'nextTick of the first timer', 'both queues run between two timers too'));
  Promise.resolve().then(() => stop('promise', 'promise of the first timer', 'after the ticks'));
}, 0);
setTimeout(() => stop('timers', 'setTimeout 0', 'the same delay: in the order they were set'), 0);

visitPendingAndClose();

Promise.resolve().then(() => {
  stop('promise', 'Promise.then', 'the ticks are done: promises follow');
  process.nextTick(() => stop('tick', 'nextTick set in a promise', 'then the tick queue gets its turn again'));
  queueMicrotask(() => stop('promise', 'queueMicrotask in a promise', 'the promise queue is emptied first'));
});

process.nextTick(() => {
  stop('tick', 'process.nextTick', 'the stack is empty: ticks are first');
  process.nextTick(() => {
    stop('tick', 'nextTick set in a tick', 'the queue is run until it is empty');
  });
});

process.nextTick(() => Promise.resolve().then(() => {
  // The last thing before the loop starts is also the place to announce it.
  process.nextTick(() => heading('First turn: once through the phases'));
}));

stop('main', 'the last line of the script', 'nothing of the above has run yet');

// By the end of this both timers are due and the pool thread is done with fs.stat.
block(50);

// ---- Phases 2 and 6 need a socket -----------------------------------------------------

function visitPendingAndClose() {
  // The system refuses this at once, but an error must not arrive before connect() has even
  // returned: the loop puts it off to the pending phase.
  const refused = net.connect('/there/is/no/such/socket');
  refused.on('error', (error) => stop('pending', `connect: ${error.code}`, 'an I/O error put off to this phase'));

  // Destroyed before it could connect: its 'close' is due in the last phase.
  const destroyed = net.connect(9, '127.0.0.1');
  destroyed.on('close', () => stop('close', 'socket.destroy()', 'the handle is gone: the last phase says so'));
  destroyed.destroy();
}

function secondTurnCheck() {
  stop('check', 'the immediate set in check', 'one turn later');
}

// ---- The end --------------------------------------------------------------------------
// Nothing is left that could ever run: 'beforeExit' is the last chance to order more work.

let extended = false;
process.on('beforeExit', () => {
  if (extended) {
    stop('', '\'beforeExit\' again', 'nothing new this time');
    return;
  }
  extended = true;
  heading('Nothing is alive any more');
  stop('', '\'beforeExit\'', 'a last chance: it sets one more immediate');
  setImmediate(() => stop('check', 'the last immediate', 'so the loop turned once more'));
});

process.on('exit', (code) => {
  stop('', '\'exit\'', `code ${code}; from here on nothing asynchronous runs`);
});
