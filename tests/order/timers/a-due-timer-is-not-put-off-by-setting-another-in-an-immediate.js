setImmediate(() => {
  setTimeout(() => console.log('due'), 1);
  const stop = Date.now() + 5;
  while (Date.now() < stop);
  setTimeout(() => console.log('later'), 30);
  setImmediate(() => console.log('immediate of the next turn'));
});
