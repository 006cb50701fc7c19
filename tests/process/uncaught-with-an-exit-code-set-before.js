process.exitCode = 9; throw new Error('x')
