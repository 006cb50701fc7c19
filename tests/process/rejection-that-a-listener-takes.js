process.on('unhandledRejection', (reason, promise) => console.log('listener', reason, promise));
process.on('exit', (code) => console.log('exit', code));
Promise.reject(5);
