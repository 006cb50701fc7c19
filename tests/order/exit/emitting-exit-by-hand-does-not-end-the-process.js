process.on('exit', (code) => console.log('exit', code));
process.emit('exit', 99);
setImmediate(() => console.log('immediate'));
