process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
process.on('exit', (code) => console.log('exit', code));
