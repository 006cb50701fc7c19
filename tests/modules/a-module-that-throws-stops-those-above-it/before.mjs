console.log('before');
process.on('exit', (code) => console.log('exit', code));
