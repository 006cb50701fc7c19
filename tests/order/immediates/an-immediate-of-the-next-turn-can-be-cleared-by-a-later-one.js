let inner;
setImmediate(() => {
  inner = setImmediate(() => console.log('never'));
});
setImmediate(() => {
  clearImmediate(inner);
  console.log('cleared');
});
