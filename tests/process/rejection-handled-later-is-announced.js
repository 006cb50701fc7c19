const promise = Promise.reject(new Error('late'));
process.on('unhandledRejection', () => console.log('unhandled'));
process.on('rejectionHandled', (which) => console.log('handled', which === promise));
setTimeout(() => promise.catch(() => {}), 2);
