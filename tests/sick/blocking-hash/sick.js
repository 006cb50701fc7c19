'use strict';
// A password is hashed on the loop's own thread for every login.
const { pbkdf2Sync } = require('node:crypto');

function login(name) {
  return pbkdf2Sync(name, 'salt', ROUNDS, 32, 'sha256').toString('hex'); // <- sync-call
}

// Enough for 400 ms on this machine.
const ROUNDS = (() => {
  const began = performance.now();
  pbkdf2Sync('a', 'salt', 20_000, 32, 'sha256');
  return Math.ceil((400 / (performance.now() - began)) * 20_000);
})();

setTimeout(() => console.log(login('ada').length), 20);
