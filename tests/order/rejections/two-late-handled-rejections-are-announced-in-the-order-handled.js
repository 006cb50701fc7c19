process.on('unhandledRejection', (reason) => console.log('unhandled', reason));
const a = Promise.reject('a');
const b = Promise.reject('b');
process.on('rejectionHandled', (promise) => console.log('rejectionHandled', promise === a ? 'a' : 'b'));
setImmediate(() => {
  b.catch(() => console.log('catch b'));
  a.catch(() => console.log('catch a'));
  Promise.reject('c');
});
