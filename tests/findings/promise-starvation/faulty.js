'use strict';
// An await of what is already there does not let the loop turn.
const cpu = () => process.threadCpuUsage().user / 1000;
let ready = false;

async function wait() {
  const began = cpu();
  while (!ready && cpu() - began < 500) {
    await null; // <- promise-starvation
  }
  console.log(ready ? 'ready' : 'gave up');
}

setTimeout(() => {
  setTimeout(() => { ready = true; }, 50);
  wait();
}, 20);
