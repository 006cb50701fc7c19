process.on('unhandledRejection', (reason) => {
  console.log('unhandled', reason);
  Promise.resolve().then(() => console.log('promise of the reporter', reason));
  process.nextTick(() => console.log('tick of the reporter', reason));
});
setImmediate(() => {
  Promise.reject('a');
  Promise.reject('b');
});
setImmediate(() => console.log('immediate 2'));
