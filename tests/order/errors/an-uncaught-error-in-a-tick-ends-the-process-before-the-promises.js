// exit: 1
process.on('exit', (code) => console.log('exit', code));
Promise.resolve().then(() => console.log('never'));
process.nextTick(() => { throw new Error('fatal'); });
process.nextTick(() => console.log('never'));
