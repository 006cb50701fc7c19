process.on('uncaughtException', (error) => console.log('caught', error.message));
process.nextTick(() => {
  console.log('tick 1');
  throw new Error('from tick 1');
});
process.nextTick(() => console.log('tick 2'));
Promise.resolve().then(() => console.log('promise'));
