// exit: 7
process.on('exit', (code) => console.log('exit', code));
setTimeout(() => {
  console.log('timer');
  process.nextTick(() => console.log('never'));
  process.exit(7);
}, 1);
setTimeout(() => console.log('never'), 1);
