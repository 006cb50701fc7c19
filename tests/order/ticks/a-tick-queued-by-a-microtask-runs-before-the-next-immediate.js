setImmediate(() => {
  console.log('immediate 1');
  queueMicrotask(() => {
    console.log('microtask');
    process.nextTick(() => console.log('tick'));
  });
});
setImmediate(() => console.log('immediate 2'));
