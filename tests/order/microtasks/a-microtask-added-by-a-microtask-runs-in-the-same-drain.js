setImmediate(() => console.log('immediate'));
queueMicrotask(() => {
  console.log('outer');
  queueMicrotask(() => {
    console.log('middle');
    queueMicrotask(() => console.log('inner'));
  });
});
