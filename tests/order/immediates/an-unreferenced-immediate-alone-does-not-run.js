setImmediate(() => console.log('never')).unref();
process.on('exit', () => console.log('exit'));
