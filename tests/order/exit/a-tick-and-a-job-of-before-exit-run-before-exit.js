process.once('beforeExit', () => {
  console.log('beforeExit');
  Promise.resolve().then(() => console.log('promise'));
  process.nextTick(() => console.log('tick'));
});
process.on('exit', () => console.log('exit'));
