setImmediate(() => {
  console.log('immediate 1');
  setTimeout(() => console.log('timer'), 1);
  process.nextTick(() => {
    const stop = Date.now() + 15;
    while (Date.now() < stop);
    console.log('tick');
  });
});
setImmediate(() => console.log('immediate 2'));
