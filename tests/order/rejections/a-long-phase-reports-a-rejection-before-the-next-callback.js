'use strict';
// A rejection queues no promise job. It is still reported right after the callback that caused it.
process.on('unhandledRejection', (reason) => console.log(`unhandled: ${reason}`));
for (let i = 0; i < 100; i++) {
  setImmediate(() => {
    if (i % 9 === 4) Promise.reject(i);
    if (i % 9 === 6) Promise.reject(i).catch((reason) => console.log(`handled: ${reason}`));
    if (i % 20 === 19) console.log(`immediate ${i}`);
  });
}
