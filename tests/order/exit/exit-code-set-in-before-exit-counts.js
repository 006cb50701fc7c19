// exit: 14
process.on('beforeExit', (code) => {
  console.log('beforeExit', code);
  process.exitCode = 14;
});
process.on('exit', (code) => console.log('exit', code));
