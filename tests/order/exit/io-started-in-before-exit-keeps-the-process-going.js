let asked = false;
process.on('beforeExit', () => {
  console.log('beforeExit');
  if (asked) return;
  asked = true;
  require('fs').stat(__filename, () => console.log('io'));
});
