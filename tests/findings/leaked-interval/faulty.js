'use strict';
// The work is done after 50 ms; the interval that watched it goes on for ever.
const began = performance.now();
setInterval(() => { // <- unclosed-handle
  if (performance.now() - began > 50 && !reported) {
    reported = true;
    console.log('done');
  }
}, 10);
let reported = false;
