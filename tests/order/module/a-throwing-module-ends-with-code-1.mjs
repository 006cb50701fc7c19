// exit: 1
process.on('exit', (code) => console.log('exit', code));
setImmediate(() => console.log('never'));
process.nextTick(() => console.log('tick'));
Promise.resolve().then(() => console.log('promise'));
throw new Error('boom');
