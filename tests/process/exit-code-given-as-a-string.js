process.on('exit', (code) => console.log(typeof code, code)); process.exit('2');
