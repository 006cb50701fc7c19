process.on('uncaughtException', (error) => console.log('caught', error.message));
setTimeout(() => {
  console.log('timer 1');
  process.nextTick(() => console.log('tick of timer 1'));
  Promise.resolve().then(() => console.log('promise of timer 1'));
  throw new Error('from timer 1');
}, 1);
setTimeout(() => console.log('timer 2'), 1);
setTimeout(() => console.log('timer 3'), 1);
// Both timers are due when the loop begins.
const stop = Date.now() + 5;
while (Date.now() < stop);
