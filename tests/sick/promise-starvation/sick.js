'use strict';
// An await of what is already there does not let the loop turn.
let ready = false;

async function wait() {
  const began = performance.now();
  while (!ready && performance.now() - began < 500) {
    await null; // <- promise-starvation
  }
  console.log(ready ? 'ready' : 'gave up');
}

setTimeout(() => {
  setTimeout(() => { ready = true; }, 50);
  wait();
}, 20);
