// exit: 1
process.exitCode = 15;
process.on('exit', (code) => console.log('exit', code, process.exitCode));
setImmediate(() => process.exit(1));
