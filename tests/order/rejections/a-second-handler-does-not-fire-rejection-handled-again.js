process.on('unhandledRejection', (reason) => console.log('unhandled', reason));
process.on('rejectionHandled', () => console.log('rejectionHandled'));
const rejected = Promise.reject('a');
setImmediate(() => {
  rejected.catch(() => console.log('first handler'));
  rejected.catch(() => console.log('second handler'));
  setImmediate(() => rejected.catch(() => console.log('third handler')));
});
