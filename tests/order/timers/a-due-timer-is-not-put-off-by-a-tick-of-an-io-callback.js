require('fs').stat(__filename, () => {
  console.log('io');
  setTimeout(() => console.log('due'), 1);
  const stop = Date.now() + 5;
  while (Date.now() < stop);
  let later;
  process.nextTick(() => { later = setTimeout(() => console.log('later'), 600_000); });
  setImmediate(() => {
    console.log('immediate');
    setImmediate(() => {
      console.log('immediate of the next turn');
      clearTimeout(later);
    });
  });
});
