process.on('uncaughtException', (error) => console.log('caught', error.message));
setTimeout(() => {
  process.nextTick(() => console.log('tick'));
  throw new Error('from 2');
}, 2);
setTimeout(() => console.log('15'), 15);
setTimeout(() => console.log('25'), 25);
const stop = Date.now() + 35;
while (Date.now() < stop);
