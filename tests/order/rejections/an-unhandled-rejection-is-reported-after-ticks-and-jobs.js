process.on('unhandledRejection', (reason) => console.log('unhandled', reason.message));
Promise.reject(new Error('a'));
setImmediate(() => console.log('immediate'));
process.nextTick(() => console.log('tick'));
Promise.resolve().then(() => console.log('promise')).then(() => console.log('promise 2'));
