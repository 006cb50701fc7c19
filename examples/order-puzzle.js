'use strict';
// The classic interview puzzle. Cover the comments, write down the order of the letters,
// then run it:  ./x run examples/order-puzzle.js

console.log('A'); // 1: plain code, runs at once

setTimeout(() => console.log('B'), 0); // 8: the timers phase, first turn of the loop

setImmediate(() => console.log('C')); // 9: the check phase, later in the same turn

async function visit() {
  console.log('D'); // 2: an async function runs like any other up to its first await
  await null;
  console.log('E'); // 5: what follows an await is a promise job: the first one queued
}
visit();

new Promise((resolve) => {
  console.log('F'); // 3: the executor of a promise runs at once
  resolve();
}).then(() => {
  console.log('G'); // 6: the second promise job
  process.nextTick(() => console.log('I')); // 7: ticks again, now that the promise jobs are done
});

process.nextTick(() => console.log('H')); // 4: the stack is empty; ticks come before promise jobs

// The answer is  A D F H E G I B C.
//
// B before C depends on timing in Node: a timer of 0 ms counts as 1 ms, and whether that millisecond
// has passed when the loop starts depends on the machine. Hexloop makes it a rule: a timer
// that the main script sets for 0 or 1 ms comes before its immediates.
