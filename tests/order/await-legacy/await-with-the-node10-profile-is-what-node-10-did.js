// flags: --await=legacy --loop=node10
// node: no
for (const n of [1, 2]) {
  setTimeout(async () => {
    console.log('timer', n);
    await Promise.resolve();
    console.log('resumed', n);
  }, 1);
}
setTimeout(() => Promise.resolve().then(() => console.log('a')).then(() => console.log('b')), 1);
// Both timers are due when the loop begins.
const stop = Date.now() + 5;
while (Date.now() < stop);
