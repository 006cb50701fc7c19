process.on('exit', (code) => { console.error('exit', code, process.exitCode); process.exitCode = 44; });
throw new Error('x');
