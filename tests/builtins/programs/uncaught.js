// An error that nothing catches ends the process: exit code, 'exit' event, and the report on stderr.
process.on('exit', (code) => console.log('exit ' + code));
function inner() {
  throw new TypeError('nobody catches this');
}
setTimeout(function outer() { inner(); }, 1);
