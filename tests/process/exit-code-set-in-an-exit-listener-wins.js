process.exitCode = '3';
console.log(typeof process.exitCode);
process.on('beforeExit', (code) => console.log('beforeExit', code));
process.on('exit', (code) => {
  console.log('exit', code, process.exitCode, process._exiting);
  process.exitCode = 5;
  process.nextTick(() => console.log('never'));
  Promise.resolve().then(() => console.log('a promise job still runs'));
});
