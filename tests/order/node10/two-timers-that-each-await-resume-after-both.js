// profile: node10
for (const n of [1, 2]) {
  setTimeout(async () => {
    console.log('timer', n);
    await undefined;
    console.log('resumed', n);
  }, 1);
}
// Both timers are due when the loop begins.
const stop = Date.now() + 5;
while (Date.now() < stop);
