process.exitCode = 3; process.on('exit', (code) => console.log(code)); process.exit();
