queueMicrotask(() => {
  process.nextTick(() => console.log('tick'));
  queueMicrotask(() => {
    console.log('microtask 2');
    queueMicrotask(() => console.log('microtask 3'));
  });
  console.log('microtask 1');
});
