Promise.resolve()
  .then(() => Promise.resolve('inner'))
  .then((v) => console.log(v));
Promise.resolve()
  .then(() => console.log(1))
  .then(() => console.log(2))
  .then(() => console.log(3))
  .then(() => console.log(4))
  .then(() => console.log(5));
