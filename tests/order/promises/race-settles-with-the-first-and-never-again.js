const after = (ms, value) => new Promise((resolve) => setTimeout(() => {
  console.log('settles', value);
  resolve(value);
}, ms));
Promise.race([after(30, 'slow'), after(2, 'quick')]).then((v) => console.log('winner', v));
