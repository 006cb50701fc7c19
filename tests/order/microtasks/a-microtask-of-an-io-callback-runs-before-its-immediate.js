require('fs').readFile(__filename, () => {
  setImmediate(() => console.log('immediate'));
  queueMicrotask(() => console.log('microtask'));
  console.log('io');
});
