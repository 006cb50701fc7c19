process.on('uncaughtException', (error) => console.log('caught', error.message));
setImmediate(() => {
  console.log('immediate 1');
  process.nextTick(() => console.log('tick of immediate 1'));
  Promise.resolve().then(() => console.log('promise of immediate 1'));
  throw new Error('from immediate 1');
});
setImmediate(() => console.log('immediate 2'));
setImmediate(() => console.log('immediate 3'));
