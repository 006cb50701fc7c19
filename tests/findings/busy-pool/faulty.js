'use strict';
// Five slow jobs for four threads: a file has to wait for a password.
const { pbkdf2, pbkdf2Sync } = require('node:crypto');
const { readFile } = require('node:fs');

// Enough for 400 ms on this machine, in its best moment.
let best = Infinity;
for (let time = 0; time < 5; time++) {
  const began = performance.now();
  pbkdf2Sync('a', 'salt', 5_000, 32, 'sha256');
  best = Math.min(best, performance.now() - began);
}
const rounds = Math.ceil((400 / best) * 5_000);

setTimeout(() => {
  for (let job = 0; job < 4; job++) {
    pbkdf2('a', 'salt', rounds, 32, 'sha256', () => console.log('hash')); // <- pool-saturation
  }
  readFile(__filename, () => console.log('file'));
}, 20);
