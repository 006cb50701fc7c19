process.on('uncaughtException', (error) => console.log('caught', error.message));
setTimeout(() => {
  console.log('timer 1');
  queueMicrotask(() => { throw new Error('from the microtask'); });
  queueMicrotask(() => console.log('microtask 2'));
}, 1);
setTimeout(() => console.log('timer 2'), 1);
