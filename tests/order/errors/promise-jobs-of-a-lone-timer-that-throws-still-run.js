process.on('uncaughtException', (error) => console.log('caught', error.message));
setTimeout(() => {
  Promise.resolve().then(() => console.log('promise'));
  process.nextTick(() => console.log('tick'));
  throw new Error('from the timer');
}, 1);
