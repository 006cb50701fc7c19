process.on('uncaughtException', (error) => console.log('caught', error.message));
require('fs').stat(__filename, () => {
  console.log('io');
  process.nextTick(() => { throw new Error('from the tick'); });
  process.nextTick(() => console.log('tick 2'));
  Promise.resolve().then(() => console.log('promise'));
  setTimeout(() => console.log('timer'), 30);
});
