// exit: 16
process.on('exit', (code) => console.log('exit', typeof code, code));
process.exitCode = '16';
