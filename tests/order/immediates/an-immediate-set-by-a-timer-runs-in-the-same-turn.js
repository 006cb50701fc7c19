setTimeout(() => {
  console.log('timer 1');
  setImmediate(() => console.log('immediate'));
}, 1);
setTimeout(() => console.log('timer 2'), 1);
// Both timers are due when the loop begins.
const stop = Date.now() + 5;
while (Date.now() < stop);
