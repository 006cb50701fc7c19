const { setTimeout: sleep } = require('timers/promises');
sleep(2, 'value').then((v) => {
  console.log(v);
  setImmediate(() => console.log('immediate'));
  process.nextTick(() => console.log('tick'));
  Promise.resolve().then(() => console.log('promise'));
});
console.log('script');
