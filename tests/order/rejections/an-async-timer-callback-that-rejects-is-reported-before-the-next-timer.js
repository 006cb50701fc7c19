process.on('unhandledRejection', (reason) => console.log('unhandled', reason.message));
setTimeout(async () => {
  console.log('timer 1');
  throw new Error('async timer');
}, 1);
setTimeout(() => console.log('timer 2'), 1);
