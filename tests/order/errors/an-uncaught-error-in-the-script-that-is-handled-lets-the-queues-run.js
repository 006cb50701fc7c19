process.on('uncaughtException', (error, origin) => console.log('caught', error.message, origin));
setImmediate(() => console.log('immediate'));
process.nextTick(() => console.log('tick'));
Promise.resolve().then(() => console.log('promise'));
console.log('script');
throw new Error('from the script');
