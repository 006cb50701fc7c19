// profile: node10
const id = setInterval(() => {
  console.log('interval');
  clearInterval(id);
  process.nextTick(() => console.log('tick of the interval'));
}, 2);
setTimeout(() => {
  console.log('timeout');
  process.nextTick(() => console.log('tick of the timeout'));
}, 2);
// Both timers are due when the loop begins.
const stop = Date.now() + 5;
while (Date.now() < stop);
