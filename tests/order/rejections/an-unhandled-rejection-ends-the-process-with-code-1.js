// exit: 1
process.on('exit', (code) => console.log('exit', code));
Promise.reject(new Error('nobody cares'));
setImmediate(() => console.log('never'));
process.nextTick(() => console.log('tick'));
Promise.resolve().then(() => console.log('promise'));
