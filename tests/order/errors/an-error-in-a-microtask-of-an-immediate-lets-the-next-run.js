process.on('uncaughtException', (error) => console.log('caught', error.message));
setImmediate(() => {
  console.log('immediate 1');
  queueMicrotask(() => { throw new Error('from the microtask'); });
  queueMicrotask(() => {
    console.log('microtask 2');
    process.nextTick(() => console.log('tick'));
  });
});
setImmediate(() => console.log('immediate 2'));
