process.on('uncaughtException', (error) => console.log('caught', error.message));
process.on('SIGHUP', () => { throw new Error('in the listener'); });
process.kill(process.pid, 'SIGHUP');
setTimeout(() => console.log('the loop went on'), 50);
