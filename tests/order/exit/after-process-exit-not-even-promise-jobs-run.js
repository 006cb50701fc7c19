process.on('exit', () => {
  console.log('exit');
  setTimeout(() => console.log('never'), 0);
  process.nextTick(() => console.log('never'));
  Promise.resolve().then(() => console.log('never'));
});
process.exit();
