process.on('unhandledRejection', (reason) => console.log('unhandled', reason));
require('fs').stat(__filename, () => {
  console.log('io');
  setImmediate(() => console.log('immediate'));
  Promise.reject('in io');
  process.nextTick(() => console.log('tick'));
});
