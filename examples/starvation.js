'use strict';
// Ticks and promise jobs run until their queue is empty, including what they add to it. So a
// tick that always sets another one never lets the loop go on: timers and I/O starve, though no
// single callback is slow. setImmediate does the same work and lets everything else live.
//
// Run it:  ./x run examples/starvation.js

const turns = 200_000;

function count(name, next) {
  return new Promise((resolve) => {
    let timerAfter = null;
    let done = 0;
    setTimeout(() => (timerAfter = done), 1);
    (function again() {
      if (++done < turns) return next(again);
      // Give the timer its chance before the verdict.
      setTimeout(() => {
        const starved = timerAfter === turns;
        console.log(`${name.padEnd(14)} ${starved ? 'a 1 ms timer had to wait for the last one' : 'a 1 ms timer ran in between'}`);
        resolve();
      }, 2);
    })();
  });
}

async function main() {
  console.log(`${turns} callbacks, each one setting the next:\n`);
  await count('nextTick', (again) => process.nextTick(again));
  await count('queueMicrotask', (again) => queueMicrotask(again));
  await count('promise', (again) => Promise.resolve().then(again));
  await count('setImmediate', (again) => setImmediate(again));
}

main();
