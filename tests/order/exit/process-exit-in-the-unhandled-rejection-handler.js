// exit: 11
process.on('exit', (code) => console.log('exit', code));
process.on('unhandledRejection', (reason) => {
  console.log('unhandled', reason);
  process.exit(11);
});
setImmediate(() => console.log('never'));
Promise.reject('a');
Promise.reject('b');
