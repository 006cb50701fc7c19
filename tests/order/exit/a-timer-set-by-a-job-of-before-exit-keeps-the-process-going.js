process.once('beforeExit', async () => {
  console.log('beforeExit');
  await null;
  setTimeout(() => console.log('timer'), 1);
});
process.on('exit', () => console.log('exit'));
