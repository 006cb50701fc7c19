// profile: node10
setImmediate(() => {
  console.log('immediate 1');
  process.nextTick(() => {
    console.log('tick');
    setImmediate(() => console.log('next turn'));
  });
});
setImmediate(() => console.log('immediate 2'));
