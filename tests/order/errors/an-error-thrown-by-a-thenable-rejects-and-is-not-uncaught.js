process.on('uncaughtException', () => console.log('never'));
Promise.resolve({ then() { throw new Error('from then'); } })
  .catch((error) => console.log('rejected', error.message));
