process.on('uncaughtException', (error) => console.log('caught', error.message));
setImmediate(() => {
  console.log('immediate 1');
  process.nextTick(() => { throw new Error('from the tick'); });
  process.nextTick(() => console.log('tick 2'));
  Promise.resolve().then(() => console.log('promise'));
});
setImmediate(() => console.log('immediate 2'));
setImmediate(() => console.log('immediate 3'));
