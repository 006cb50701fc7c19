require('fs').stat(__filename, () => {
  console.log('io');
  setTimeout(() => console.log('due'), 1);
  const stop = Date.now() + 5;
  while (Date.now() < stop);
  process.nextTick(() => setTimeout(() => console.log('later'), 30));
  setImmediate(() => {
    console.log('immediate');
    setImmediate(() => console.log('immediate of the next turn'));
  });
});
