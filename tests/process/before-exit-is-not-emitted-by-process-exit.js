process.on('beforeExit', () => console.log('never'));
process.on('exit', (code) => console.log('exit', code));
setTimeout(() => console.log('never'), 1000);
setImmediate(() => process.exit(2));
