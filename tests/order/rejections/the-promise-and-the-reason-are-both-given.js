const rejected = Promise.reject(7);
process.on('unhandledRejection', (reason, promise) => console.log(reason, promise === rejected));
