process.on('uncaughtException', (error) => console.log('caught', error.message));
setImmediate(() => {
  queueMicrotask(() => { throw new Error('microtask'); });
  process.nextTick(() => { throw new Error('tick'); });
  throw new Error('immediate');
});
setImmediate(() => console.log('immediate 2'));
setImmediate(() => console.log('immediate 3'));
