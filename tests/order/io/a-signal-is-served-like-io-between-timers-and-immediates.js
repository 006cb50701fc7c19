process.once('SIGUSR2', (name, number) => {
  console.log('signal', name, number);
  setTimeout(() => console.log('timer'), 0);
  setImmediate(() => console.log('immediate'));
  process.nextTick(() => console.log('tick'));
});
const alive = setTimeout(() => {}, 1000);
process.once('SIGUSR2', () => clearTimeout(alive));
process.kill(process.pid, 'SIGUSR2');
console.log('script');
