process.on('unhandledRejection', (reason) => console.log('unhandled', reason));
Promise.all([Promise.reject('a'), Promise.reject('b'), Promise.resolve()]);
setImmediate(() => console.log('immediate'));
