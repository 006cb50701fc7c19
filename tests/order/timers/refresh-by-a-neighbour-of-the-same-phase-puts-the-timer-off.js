setTimeout(() => {
  console.log('first');
  second.refresh();
  setImmediate(() => console.log('immediate'));
}, 1);
const second = setTimeout(() => console.log('second'), 1);
setTimeout(() => console.log('third'), 1);
// Both timers are due when the loop begins.
const stop = Date.now() + 5;
while (Date.now() < stop);
