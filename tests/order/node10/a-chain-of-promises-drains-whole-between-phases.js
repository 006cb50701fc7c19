// profile: node10
setImmediate(() => {
  console.log('immediate 1');
  Promise.resolve()
    .then(() => console.log('a'))
    .then(() => console.log('b'))
    .then(() => process.nextTick(() => console.log('tick after the chain')));
});
setImmediate(() => {
  console.log('immediate 2');
  Promise.resolve().then(() => console.log('c'));
});
