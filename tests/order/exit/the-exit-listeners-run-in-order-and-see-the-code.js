process.on('exit', (code) => console.log('first', code, process.exitCode));
process.on('exit', (code) => console.log('second', code));
console.log('script');
