process.on('unhandledRejection', () => console.log('never'));
const rejected = Promise.reject(new Error('a'));
process.nextTick(() => {
  Promise.resolve().then(() => {
    rejected.catch((error) => console.log('handled', error.message));
  });
});
