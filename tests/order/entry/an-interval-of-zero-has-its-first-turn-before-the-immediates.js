// node: may-differ
setImmediate(() => console.log('immediate'));
const id = setInterval(() => {
  console.log('interval');
  clearInterval(id);
}, 0);
