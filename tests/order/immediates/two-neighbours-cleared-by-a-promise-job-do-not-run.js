setImmediate(() => {
  console.log('first');
  Promise.resolve().then(() => {
    clearImmediate(second);
    clearImmediate(third);
  });
});
const second = setImmediate(() => console.log('second'));
const third = setImmediate(() => console.log('third'));
setImmediate(() => console.log('fourth'));
