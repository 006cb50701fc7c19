// exit: 1
process.once('uncaughtException', (error) => console.log('caught', error.message));
process.on('exit', (code) => console.log('exit', code));
setImmediate(() => { throw new Error('first'); });
setImmediate(() => { throw new Error('second'); });
setImmediate(() => console.log('never'));
