// profile: node10
setTimeout(() => {
  console.log('timer 1');
  setImmediate(() => console.log('immediate'));
  Promise.resolve().then(() => console.log('promise'));
  process.nextTick(() => console.log('tick'));
}, 1);
setTimeout(() => console.log('timer 2'), 1);
// Both timers are due when the loop begins.
const stop = Date.now() + 5;
while (Date.now() < stop);
