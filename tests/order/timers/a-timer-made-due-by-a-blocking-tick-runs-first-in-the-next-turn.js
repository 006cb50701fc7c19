setImmediate(() => {
  setImmediate(() => console.log('immediate of the next turn'));
  process.nextTick(() => {
    setTimeout(() => console.log('timer'), 1);
    const stop = Date.now() + 5;
    while (Date.now() < stop);
  });
});
