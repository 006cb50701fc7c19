// exit: 5
process.on('exit', (code) => console.log('exit', code));
queueMicrotask(() => { console.log('microtask'); process.exit(5); });
queueMicrotask(() => console.log('never'));
