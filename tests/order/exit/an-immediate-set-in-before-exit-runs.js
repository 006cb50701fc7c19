process.once('beforeExit', () => {
  console.log('beforeExit');
  setImmediate(() => console.log('immediate'));
});
process.on('exit', () => console.log('exit'));
