setTimeout(() => {
  require('./parts/schedules.js');
  console.log('timer 1 ends');
}, 1);
setTimeout(() => console.log('timer 2'), 1);
// Both timers are due when the loop begins.
const stop = Date.now() + 5;
while (Date.now() < stop);
