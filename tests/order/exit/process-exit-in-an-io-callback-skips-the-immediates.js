// exit: 9
process.on('exit', (code) => console.log('exit', code));
require('fs').readFile(__filename, () => {
  setImmediate(() => console.log('never'));
  process.exit(9);
});
