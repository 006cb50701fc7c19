process.on('uncaughtExceptionMonitor', (error, origin) => console.log('monitor', error.message, origin));
process.on('uncaughtException', (error, origin) => console.log('handler', error.message, origin));
setImmediate(() => { throw new Error('late'); });
throw new Error('early');
