// exit: 1
process.on('uncaughtExceptionMonitor', (error, origin) => console.log('monitor', error.message, origin));
process.on('exit', (code) => console.log('exit', code));
setImmediate(() => { throw new Error('fatal'); });
setImmediate(() => console.log('never'));
