const self = setImmediate(() => {
  clearImmediate(self);
  console.log('ran');
});
setImmediate(() => console.log('next'));
