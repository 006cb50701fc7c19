process.on('unhandledRejection', (reason) => console.log('unhandled', reason));
Promise.reject('a')
  .then(() => console.log('never'))
  .finally(() => console.log('finally'))
  .then(() => console.log('never'));
