'use strict';
// Asks once in a while, and the loop turns in between.
let ready = false;
let began;

function wait() {
  if (ready || performance.now() - began > 5000) return console.log(ready ? 'ready' : 'gave up');
  setTimeout(wait, 10);
}

setTimeout(() => {
  began = performance.now();
  setTimeout(() => { ready = true; }, 50);
  wait();
}, 20);
