// profile: node10
setImmediate(() => console.log('immediate'));
Promise.resolve().then(() => {
  console.log('promise');
  process.nextTick(() => console.log('tick of the promise'));
}).then(() => console.log('promise 2'));
process.nextTick(() => console.log('tick'));
console.log('script');
