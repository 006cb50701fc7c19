process.on('unhandledRejection', (reason) => console.log('unhandled', reason));
Promise.reject(1);
const later = new Promise((resolve, reject) => process.nextTick(reject, 3));
Promise.reject(2);
Promise.resolve().then(() => { throw 4; });
