'use strict';
process.on('uncaughtException', (error) => console.log(`caught ${error.message}`));
for (let i = 0; i < 120; i++) {
  setImmediate(() => {
    if (i % 40 === 35) {
      Promise.resolve().then(() => console.log(`job of ${i}`));
      process.nextTick(() => console.log(`tick of ${i}`));
      throw new Error(String(i));
    }
    if (i % 40 === 36) console.log(`immediate ${i}`);
  });
}
