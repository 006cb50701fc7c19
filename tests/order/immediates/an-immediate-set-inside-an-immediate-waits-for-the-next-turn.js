setImmediate(() => {
  console.log('1');
  setImmediate(() => console.log('inner'));
});
setImmediate(() => console.log('2'));
setImmediate(() => console.log('3'));
