// process.exit in a listener's way, with output that waits.
process.on('exit', (code) => {
  process.stdout.write('exit ' + code + '\n');
  process.exitCode = 9;
});
process.once('exit', () => process.stderr.write('once\n'));
process.stdout.write('written\n', () => console.error('called back'));
setImmediate(() => {
  try {
    process.exitCode = 'nonsense';
  } catch (error) {
    console.log(error.code);
  }
  process.exit();
});
