process.on('unhandledRejection', (reason) => console.log('unhandled', reason));
setTimeout(() => {
  console.log('timer 1');
  Promise.reject('a');
}, 1);
setTimeout(() => {
  console.log('timer 2');
  Promise.reject('b');
}, 1);
