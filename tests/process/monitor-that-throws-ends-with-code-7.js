process.on('uncaughtExceptionMonitor', () => { throw new Error('monitor'); });
process.on('uncaughtException', () => console.log('never'));
process.on('exit', (code) => console.log('never', code));
throw new Error('x');
