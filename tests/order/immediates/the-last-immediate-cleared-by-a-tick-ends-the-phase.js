setImmediate(() => {
  console.log('first');
  process.nextTick(() => {
    clearImmediate(last);
    setImmediate(() => console.log('next turn'));
  });
});
const last = setImmediate(() => console.log('last'));
