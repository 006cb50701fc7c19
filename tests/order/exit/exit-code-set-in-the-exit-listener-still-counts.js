// exit: 13
process.on('exit', (code) => {
  console.log('exit', code);
  process.exitCode = 13;
});
