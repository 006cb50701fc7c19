process.on('unhandledRejection', (reason) => console.log('unhandled', reason.message));
process.on('rejectionHandled', (promise) => console.log('rejectionHandled', promise === rejected));
const rejected = Promise.reject(new Error('a'));
setImmediate(() => {
  console.log('immediate');
  rejected.catch((error) => console.log('handled', error.message));
  process.nextTick(() => console.log('tick'));
});
setImmediate(() => console.log('immediate 2'));
