'use strict';
// Nobody waits for the promise.
async function save() {
  throw new Error('disk full'); // <- unhandled-rejection
}

process.on('unhandledRejection', () => console.log('noticed'));
setTimeout(() => { save(); }, 20);
