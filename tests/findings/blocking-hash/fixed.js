'use strict';
// The same work on the thread pool.
const { pbkdf2 } = require('node:crypto');

function login(name, rounds, done) {
  pbkdf2(name, 'salt', rounds, 32, 'sha256', (error, key) => done(key.toString('hex')));
}

function untilSlow(rounds) {
  const began = performance.now();
  login('ada', rounds, () => {
    if (performance.now() - began < 300) untilSlow(rounds * 2);
    else console.log('done');
  });
}

// The first use of the pool loads what it needs, while the program starts.
login('nobody', 1, () => setTimeout(untilSlow, 20, 10_000));
