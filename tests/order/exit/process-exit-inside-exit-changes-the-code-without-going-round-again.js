// exit: 21
process.on('exit', (code) => {
  console.log('first', code);
  process.exit(21);
});
process.on('exit', () => console.log('never'));
