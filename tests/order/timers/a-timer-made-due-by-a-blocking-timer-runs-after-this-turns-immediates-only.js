setTimeout(() => {
  setTimeout(() => console.log('inner timer'), 1);
  setImmediate(() => {
    console.log('immediate of this turn');
    setImmediate(() => console.log('immediate of the next turn'));
  });
  const stop = Date.now() + 5;
  while (Date.now() < stop);
}, 1);
