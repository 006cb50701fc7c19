process.on('unhandledRejection', (reason) => {
  console.log('unhandled', reason);
  second.catch((r) => console.log('handled', r));
});
process.on('rejectionHandled', () => console.log('rejectionHandled'));
Promise.reject('first');
const second = Promise.reject('second');
