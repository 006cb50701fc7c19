process.on('uncaughtException', (error, origin) => console.log('handled', error, origin));
setTimeout(() => console.log('timer'), 1);
process.nextTick(() => { throw 'tick'; });
process.nextTick(() => console.log('the next tick'));
setImmediate(() => { throw 'immediate'; });
throw 'main';
