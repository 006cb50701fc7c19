let rounds = 0;
process.on('beforeExit', () => {
  rounds += 1;
  console.log('beforeExit', rounds);
  if (rounds < 3) setTimeout(() => console.log('timer', rounds), 1);
});
process.on('exit', () => console.log('exit'));
