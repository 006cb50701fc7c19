'use strict';
// Immediates that queue nothing run back to back; one in ten queues ticks and promise jobs, which come before the next.
const seen = [];
for (let i = 0; i < 300; i++) {
  setImmediate(() => {
    seen.push(i);
    if (i % 10 === 3) Promise.resolve().then(() => seen.push(`job of ${i}`)).then(() => seen.push(`second job of ${i}`));
    if (i % 10 === 5) process.nextTick(() => seen.push(`tick of ${i}`));
    if (i % 10 === 7) {
      (async () => {
        await null;
        process.nextTick(() => seen.push(`tick of the job of ${i}`));
        queueMicrotask(() => seen.push(`microtask of the job of ${i}`));
      })();
    }
  });
}
setImmediate(() => console.log(seen.join('\n')));
