process.on('uncaughtException', (error) => {
  console.log('caught', error.message);
  process.nextTick(() => console.log('tick of the handler'));
});
process.nextTick(() => { throw new Error('boom'); });
process.nextTick(() => console.log('tick 2'));
