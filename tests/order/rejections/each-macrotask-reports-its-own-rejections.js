process.on('unhandledRejection', (reason) => console.log('unhandled', reason));
setImmediate(() => {
  console.log('immediate 1');
  Promise.reject('a');
});
setImmediate(() => {
  console.log('immediate 2');
  Promise.reject('b');
});
setImmediate(() => console.log('immediate 3'));
