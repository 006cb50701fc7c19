// exit: 5
process.on('exit', (code) => console.log('exit', code));
Promise.resolve().then(() => { console.log('job'); process.exit(5); });
Promise.resolve().then(() => console.log('never'));
process.nextTick(() => console.log('tick'));
