process.on('uncaughtException', (error, origin) => console.log('uncaught', error.message, origin));
setImmediate(() => console.log('immediate'));
Promise.reject(new Error('a'));
