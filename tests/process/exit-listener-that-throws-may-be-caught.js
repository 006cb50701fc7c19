process.on('exit', (code) => { console.log('exit', code); throw new Error('in exit'); });
process.on('uncaughtException', (error) => console.log('caught', error.message));
process.exit(3);
