setImmediate(() => console.log('immediate'));
let count = 0;
process.nextTick(function spin() {
  count += 1;
  if (count < 20000) process.nextTick(spin);
  else console.log('the last of', count, 'ticks');
});
Promise.resolve().then(() => console.log('promise'));
