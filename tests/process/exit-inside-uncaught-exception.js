process.on('exit', (code) => console.log('exit', code));
process.on('uncaughtException', () => process.exit(4));
throw new Error('x');
