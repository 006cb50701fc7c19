process.on('uncaughtExceptionMonitor', (error, origin) => console.log('monitor', error.message, origin));
process.on('exit', (code) => console.log('exit', code));
throw new Error('x');
