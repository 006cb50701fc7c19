process.on('unhandledRejection', (reason, promise) => console.log('unhandled', reason, promise === outer));
const inner = Promise.reject('a');
const outer = new Promise((resolve) => resolve(inner));
