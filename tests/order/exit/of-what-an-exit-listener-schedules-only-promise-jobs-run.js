process.on('exit', () => {
  console.log('exit');
  setTimeout(() => console.log('never'), 0);
  setImmediate(() => console.log('never'));
  process.nextTick(() => console.log('never'));
  Promise.resolve().then(() => console.log('promise'));
});
