setTimeout(() => {
  console.log('timer 1');
  process.nextTick(() => console.log('tick 1'));
}, 1);
setTimeout(() => {
  console.log('timer 2');
  process.nextTick(() => console.log('tick 2'));
}, 1);
