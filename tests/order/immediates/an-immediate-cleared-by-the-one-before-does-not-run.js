setImmediate(() => {
  console.log('first');
  clearImmediate(second);
});
const second = setImmediate(() => console.log('second'));
setImmediate(() => console.log('third'));
