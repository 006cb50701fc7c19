// exit: 1
process.on('exit', () => {
  console.log('exit handler');
  throw new Error('in exit');
});
console.log('script');
