process.on('uncaughtException', (error) => console.log('caught', error.message));
setTimeout(() => {
  console.log('timer 1');
  process.nextTick(() => { throw new Error('from the tick'); });
  process.nextTick(() => console.log('tick 2'));
  Promise.resolve().then(() => console.log('promise'));
}, 1);
setTimeout(() => console.log('timer 2'), 1);
setTimeout(() => console.log('timer 3'), 1);
// Both timers are due when the loop begins.
const stop = Date.now() + 5;
while (Date.now() < stop);
