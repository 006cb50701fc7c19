'use strict';
// A password is hashed on the loop's own thread for every login.
const cpu = () => process.threadCpuUsage().user / 1000;
const { pbkdf2Sync } = require('node:crypto');

function login(name, rounds) {
  return pbkdf2Sync(name, 'salt', rounds, 32, 'sha256').toString('hex'); // <- sync-call
}

setTimeout(() => {
  // Until it is slow on this machine, too.
  for (let took = 0, rounds = 10_000; took < 300; rounds *= 2) {
    const began = cpu();
    login('ada', rounds);
    took = cpu() - began;
  }
  console.log('done');
}, 20);
