// exit: 1
process.on('exit', (code) => console.log('exit', code));
setTimeout(() => {
  console.log('timer 1');
  process.nextTick(() => console.log('never'));
  Promise.resolve().then(() => console.log('never'));
  throw new Error('fatal');
}, 1);
setTimeout(() => console.log('never'), 1);
