process.once('SIGUSR2', function (...args) {
  console.log(args, this === process, process.listenerCount('SIGUSR2'));
});
process.on('SIGUSR1', (name, number) => {
  console.log(name, number);
  process.removeAllListeners('SIGUSR1');
  clearInterval(alive);
});
const alive = setInterval(() => {}, 1000);
process.kill(process.pid, 'SIGUSR2');
console.log('sync');
process.nextTick(() => console.log('tick'));
Promise.resolve().then(() => console.log('promise'));
setTimeout(() => process.kill(process.pid, 'SIGUSR1'), 20);
