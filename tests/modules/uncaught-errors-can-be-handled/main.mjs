process.on('uncaughtException', (e, origin) => console.log('caught', e.message, origin));
process.on('exit', (code) => console.log('exit', code));
setTimeout(() => console.log('timer'), 1);
process.nextTick(() => console.log('tick'));
Promise.resolve().then(() => console.log('job'));
throw new Error('thrown');
