process.on('exit', () => { process.exitCode = 0 }); throw new Error('x')
