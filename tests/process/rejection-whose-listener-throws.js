process.on('unhandledRejection', () => { throw new Error('in the listener'); });
process.on('exit', (code) => console.log('exit', code));
Promise.reject(5);
