setImmediate(() => {
  console.log('immediate');
  Promise.resolve().then(() => console.log('promise of the immediate'));
  process.nextTick(() => console.log('tick of the immediate'));
});
process.nextTick(() => {
  console.log('tick');
  Promise.resolve().then(() => console.log('promise of the tick'));
});
Promise.resolve().then(() => {
  console.log('promise');
  process.nextTick(() => console.log('tick of the promise'));
});
