process.on('uncaughtException', (error) => console.log('caught', error.message));
queueMicrotask(() => {
  console.log('microtask 1');
  throw new Error('from microtask 1');
});
queueMicrotask(() => console.log('microtask 2'));
Promise.resolve().then(() => console.log('promise'));
setImmediate(() => console.log('immediate'));
