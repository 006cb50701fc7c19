// exit: 15
process.exitCode = 15;
process.on('exit', (code) => console.log('exit', code));
setImmediate(() => process.exit());
