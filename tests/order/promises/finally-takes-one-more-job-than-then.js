Promise.resolve().finally(() => console.log('finally')).then(() => console.log('after finally'));
Promise.resolve().then(() => console.log('then 1')).then(() => console.log('then 2'))
  .then(() => console.log('then 3')).then(() => console.log('then 4'));
