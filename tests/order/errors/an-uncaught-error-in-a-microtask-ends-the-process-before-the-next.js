// exit: 1
process.on('exit', (code) => console.log('exit', code));
queueMicrotask(() => { throw new Error('fatal'); });
queueMicrotask(() => console.log('never'));
