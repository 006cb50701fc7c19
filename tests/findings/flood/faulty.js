'use strict';
// Asks again as fast as the loop turns.
const began = performance.now();
function poll() {
  if (performance.now() - began > 900) return console.log('done');
  setImmediate(poll); // <- flood
}
poll();
