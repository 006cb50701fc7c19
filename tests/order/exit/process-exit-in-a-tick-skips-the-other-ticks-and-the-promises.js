// exit: 4
process.on('exit', (code) => console.log('exit', code));
Promise.resolve().then(() => console.log('never'));
process.nextTick(() => { console.log('tick'); process.exit(4); });
process.nextTick(() => console.log('never'));
