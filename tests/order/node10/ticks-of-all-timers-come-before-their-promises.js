// profile: node10
for (const n of [1, 2]) {
  setTimeout(() => {
    console.log('timer', n);
    Promise.resolve().then(() => console.log('promise', n));
    process.nextTick(() => console.log('tick', n));
  }, 1);
}
// Both timers are due when the loop begins.
const stop = Date.now() + 5;
while (Date.now() < stop);
