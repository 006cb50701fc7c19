// profile: node10
setTimeout(() => {
  console.log('timer 1');
  process.nextTick(() => {
    clearTimeout(second);
    console.log('cleared too late');
  });
}, 1);
const second = setTimeout(() => console.log('timer 2'), 1);
// Both timers are due when the loop begins.
const stop = Date.now() + 5;
while (Date.now() < stop);
