process.on('uncaughtException', (error, origin) => console.log('uncaught', error.message, origin));
process.on('unhandledRejection', (reason) => {
  console.log('unhandled', reason);
  throw new Error('from the listener');
});
Promise.reject('a');
setImmediate(() => console.log('immediate'));
