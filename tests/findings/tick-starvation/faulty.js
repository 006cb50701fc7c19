'use strict';
// Waits for something by asking in every tick: the loop never comes to the timer that would bring it.
const cpu = () => process.threadCpuUsage().user / 1000;
let ready = false;
let began;

function wait() {
  if (ready || cpu() - began > 500) return console.log(ready ? 'ready' : 'gave up');
  process.nextTick(wait); // <- tick-starvation
}

setTimeout(() => {
  began = cpu();
  setTimeout(() => { ready = true; }, 50);
  wait();
}, 20);
