'use strict';
// Is something blocking the loop? The oldest check there is: set an interval and look how late
// it comes. While a function runs, nothing else does, so the delay is the length of whatever was
// in the way.
//
// Run it:  ./x run examples/blocked-loop.js

const every = 10;
const tolerated = 20;

let last = Date.now();
const check = setInterval(() => {
  const now = Date.now();
  const late = now - last - every;
  last = now;
  if (late > tolerated) console.log(`the loop was blocked for about ${Math.round(late / 10) * 10} ms`);
}, every);

function busy(ms) {
  const end = Date.now() + ms;
  while (Date.now() < end);
}

// A well-behaved program for a while, then a slow function, then one that does the same work in
// slices and gives the loop a turn after each.
setTimeout(() => {
  console.log('200 ms of work in one go:');
  busy(200);
}, 100);

setTimeout(() => {
  console.log('200 ms of work in slices of 5 ms:');
  let left = 40;
  (function slice() {
    busy(5);
    if (--left > 0) return setImmediate(slice);
    console.log('done, and nobody had to wait');
    clearInterval(check);
  })();
}, 500);
