// profile: node10
setTimeout(() => {
  console.log('timer 1');
  clearTimeout(second);
}, 1);
const second = setTimeout(() => console.log('timer 2'), 1);
setTimeout(() => console.log('timer 3'), 1);
// Both timers are due when the loop begins.
const stop = Date.now() + 5;
while (Date.now() < stop);
