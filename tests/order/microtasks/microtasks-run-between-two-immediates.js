setImmediate(() => {
  console.log('immediate 1');
  queueMicrotask(() => console.log('microtask 1'));
});
setImmediate(() => {
  console.log('immediate 2');
  queueMicrotask(() => console.log('microtask 2'));
});
