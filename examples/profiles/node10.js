// hexloop --loop=node10 examples/profiles/node10.js
'use strict';
// Node before 11 ran ticks and promise jobs between *phases*, not between callbacks. Two timers
// that are due together show it.
//
//   --loop=node (the default):  timer1 promise1 timer2 promise2
//   --loop=node10:              timer1 timer2 promise1 promise2

const end = Date.now() + 5;
setTimeout(() => {
  console.log('timer1');
  Promise.resolve().then(() => console.log('promise1'));
}, 0);
setTimeout(() => {
  console.log('timer2');
  Promise.resolve().then(() => console.log('promise2'));
}, 0);

// Both are due when the loop starts.
while (Date.now() < end);
