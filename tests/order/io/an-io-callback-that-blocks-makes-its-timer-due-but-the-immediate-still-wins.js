require('fs').stat(__filename, () => {
  setTimeout(() => console.log('timer'), 1);
  setImmediate(() => console.log('immediate'));
  const stop = Date.now() + 10;
  while (Date.now() < stop);
  console.log('io');
});
