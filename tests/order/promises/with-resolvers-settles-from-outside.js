const { promise, resolve } = Promise.withResolvers();
promise.then((v) => console.log(v));
process.nextTick(() => {
  console.log('tick');
  resolve('resolved in a tick');
  process.nextTick(() => console.log('tick 2'));
});
Promise.resolve().then(() => console.log('job'));
