setImmediate(() => {
  console.log('1');
  process.nextTick(() => setImmediate(() => console.log('from the tick')));
  Promise.resolve().then(() => setImmediate(() => console.log('from the job')));
});
setImmediate(() => console.log('2'));
