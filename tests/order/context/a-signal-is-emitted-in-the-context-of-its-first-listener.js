const { AsyncLocalStorage } = require('node:async_hooks');
const als = new AsyncLocalStorage();
const say = (what) => console.log(what, als.getStore());
als.run('first', () => process.on('SIGUSR2', () => say('one')));
als.run('second', () => process.on('SIGUSR2', () => { say('two'); clearInterval(alive); }));
const alive = setInterval(() => {}, 1000);
als.run('sender', () => process.kill(process.pid, 'SIGUSR2'));
