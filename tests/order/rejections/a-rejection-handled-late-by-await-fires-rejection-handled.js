process.on('unhandledRejection', (reason) => console.log('unhandled', reason));
process.on('rejectionHandled', () => console.log('rejectionHandled'));
const rejected = Promise.reject('a');
setTimeout(async () => {
  try {
    await rejected;
  } catch (reason) {
    console.log('caught', reason);
  }
}, 5);
