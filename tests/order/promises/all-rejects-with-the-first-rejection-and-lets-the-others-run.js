const after = (ms, value, fail) => new Promise((resolve, reject) => setTimeout(() => {
  console.log('settles', value);
  (fail ? reject : resolve)(value);
}, ms));
Promise.all([after(5, 'a'), after(25, 'b', true), after(50, 'c', true)])
  .then(() => console.log('never'), (reason) => console.log('rejected with', reason));
