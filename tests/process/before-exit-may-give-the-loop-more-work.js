let times = 0;
process.on('beforeExit', (code) => {
  console.log('beforeExit', code);
  if (++times < 3) setTimeout(() => console.log('more', times), 1);
});
process.on('exit', () => console.log('exit'));
