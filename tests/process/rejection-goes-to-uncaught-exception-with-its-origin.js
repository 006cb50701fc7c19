process.on('uncaughtException', (error, origin) => console.log(error.message, origin));
Promise.reject(new Error('one'));
Promise.reject(2);
setTimeout(() => { throw new Error('three'); }, 1);
