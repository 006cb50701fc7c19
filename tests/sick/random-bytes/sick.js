'use strict';
// Random bytes by the megabyte, made on the loop's own thread.
const { randomBytes } = require('node:crypto');

setTimeout(() => {
  const end = performance.now() + 400;
  while (performance.now() < end) {
    randomBytes(16 << 20); // <- sync-call
  }
}, 1);
