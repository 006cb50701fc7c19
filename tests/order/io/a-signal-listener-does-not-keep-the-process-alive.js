process.on('SIGUSR2', () => console.log('never'));
process.on('exit', () => console.log('exit'));
setImmediate(() => console.log('immediate'));
