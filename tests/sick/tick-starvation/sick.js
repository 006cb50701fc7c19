'use strict';
// Waits for something by asking in every tick: the loop never comes to the timer that would bring it.
let ready = false;
let began;

function wait() {
  if (ready || performance.now() - began > 500) return console.log(ready ? 'ready' : 'gave up');
  process.nextTick(wait); // <- tick-starvation
}

setTimeout(() => {
  began = performance.now();
  setTimeout(() => { ready = true; }, 50);
  wait();
}, 20);
