// exit: 8
process.on('exit', (code) => console.log('exit', code));
setImmediate(() => process.exit(8));
setImmediate(() => console.log('never'));
