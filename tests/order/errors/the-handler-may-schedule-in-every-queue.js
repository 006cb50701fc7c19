process.on('uncaughtException', (error) => {
  console.log('caught', error.message);
  setImmediate(() => console.log('immediate of the handler'));
  Promise.resolve().then(() => console.log('promise of the handler'));
  process.nextTick(() => console.log('tick of the handler'));
});
setImmediate(() => { throw new Error('boom'); });
setImmediate(() => console.log('immediate 2'));
