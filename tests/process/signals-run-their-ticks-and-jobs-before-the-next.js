let left = 2;
for (const name of ['SIGUSR1', 'SIGUSR2']) {
  process.on(name, () => {
    console.log(name);
    process.nextTick(() => console.log('tick of', name));
    Promise.resolve().then(() => console.log('job of', name));
    if (--left === 0) clearInterval(alive);
  });
}
const alive = setInterval(() => {}, 1000);
setTimeout(() => process.kill(process.pid, 'SIGUSR1'), 10);
setTimeout(() => process.kill(process.pid, 'SIGUSR2'), 40);
