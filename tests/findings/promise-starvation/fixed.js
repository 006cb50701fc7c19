'use strict';
// An await of a timer does.
const { setTimeout: sleep } = require('node:timers/promises');

let ready = false;

async function wait() {
  const began = performance.now();
  while (!ready && performance.now() - began < 5000) {
    await sleep(10);
  }
  console.log(ready ? 'ready' : 'gave up');
}

setTimeout(() => {
  setTimeout(() => { ready = true; }, 50);
  wait();
}, 20);
