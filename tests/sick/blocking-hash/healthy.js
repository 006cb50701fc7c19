'use strict';
// The same work on the thread pool.
const { pbkdf2, pbkdf2Sync } = require('node:crypto');

function login(name, done) {
  pbkdf2(name, 'salt', ROUNDS, 32, 'sha256', (error, key) => done(key.toString('hex')));
}

const ROUNDS = (() => {
  const began = performance.now();
  pbkdf2Sync('a', 'salt', 20_000, 32, 'sha256');
  return Math.ceil((400 / (performance.now() - began)) * 20_000);
})();

setTimeout(() => login('ada', (key) => console.log(key.length)), 20);
