setImmediate(() => {
  setTimeout(() => console.log('timer'), 1);
  setImmediate(() => console.log('immediate of the next turn'));
  const stop = Date.now() + 5;
  while (Date.now() < stop);
});
