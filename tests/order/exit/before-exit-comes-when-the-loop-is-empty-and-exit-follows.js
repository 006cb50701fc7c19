process.on('exit', (code) => console.log('exit', code));
process.on('beforeExit', (code) => console.log('beforeExit', code));
setTimeout(() => console.log('timer'), 2);
