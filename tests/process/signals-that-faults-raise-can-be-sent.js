process.on('SIGFPE', (name) => console.log(name));
process.on('SIGSEGV', (name) => { console.log(name); clearInterval(alive); });
const alive = setInterval(() => {}, 1000);
setTimeout(() => process.kill(process.pid, 'SIGFPE'), 5);
setTimeout(() => process.kill(process.pid, 'SIGSEGV'), 30);
