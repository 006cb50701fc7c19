process.on('uncaughtException', (error) => console.log('caught', error.message));
require('fs').readFile(__filename, () => {
  console.log('io');
  Promise.resolve().then(() => console.log('promise'));
  process.nextTick(() => console.log('tick'));
  throw new Error('from io');
});
