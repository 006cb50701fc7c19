setTimeout(() => console.log('never'), 60000).unref();
setTimeout(() => console.log('referenced'), 5);
process.on('exit', () => console.log('exit'));
