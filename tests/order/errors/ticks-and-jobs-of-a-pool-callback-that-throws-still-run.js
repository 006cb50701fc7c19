process.on('uncaughtException', (error) => console.log('caught', error.message));
require('crypto').randomBytes(8, () => {
  console.log('random bytes');
  Promise.resolve().then(() => console.log('promise'));
  process.nextTick(() => console.log('tick'));
  throw new Error('from the pool');
});
