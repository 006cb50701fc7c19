process.on('beforeExit', () => { throw new Error('x'); });
process.on('exit', (code) => console.log('exit', code));
