setTimeout(() => {
  console.log('outer');
  setTimeout(() => console.log('inner'), 1);
  setImmediate(() => console.log('immediate'));
  const stop = Date.now() + 15;
  while (Date.now() < stop);
}, 1);
setTimeout(() => console.log('second'), 1);
// Both timers are due when the loop begins.
const stop = Date.now() + 5;
while (Date.now() < stop);
