'use strict';
// Cleared when there is nothing left to watch.
const began = performance.now();
const interval = setInterval(() => {
  if (performance.now() - began < 50) return;
  clearInterval(interval);
  console.log('done');
}, 10);
