const promise = Promise.reject(new Error('late'));
process.on('unhandledRejection', () => console.log('unhandled'));
setTimeout(() => promise.catch(() => {}), 2);
