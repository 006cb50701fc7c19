Promise.resolve()
  .then(() => ({ then(resolve) { console.log('then is called'); resolve('thenable'); } }))
  .then((v) => console.log(v));
Promise.resolve()
  .then(() => console.log(1))
  .then(() => console.log(2))
  .then(() => console.log(3))
  .then(() => console.log(4));
