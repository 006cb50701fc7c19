setTimeout(() => {
  console.log('timer 1');
  process.nextTick(() => console.log('tick 1'));
}, 2);
setTimeout(() => {
  console.log('timer 2');
  process.nextTick(() => console.log('tick 2'));
}, 20);
const stop = Date.now() + 30;
while (Date.now() < stop);
