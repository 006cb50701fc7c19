process.on('uncaughtException', () => { throw new Error('second'); });
process.on('exit', (code) => console.log('exit', code));
throw new Error('first');
