// exit: 1
process.exitCode = 40;
process.on('exit', (code) => console.log('exit', code));
throw new Error('boom');
