// profile: node10
setImmediate(() => {
  console.log('immediate 1');
  Promise.resolve().then(() => {
    clearImmediate(second);
    console.log('cleared too late');
  });
});
const second = setImmediate(() => console.log('immediate 2'));
