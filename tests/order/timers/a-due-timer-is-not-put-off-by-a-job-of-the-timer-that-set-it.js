setTimeout(() => {
  console.log('outer');
  setTimeout(() => console.log('due'), 1);
  const stop = Date.now() + 5;
  while (Date.now() < stop);
  Promise.resolve().then(() => setTimeout(() => console.log('later'), 30));
  setImmediate(() => {
    console.log('immediate');
    setImmediate(() => console.log('immediate of the next turn'));
  });
}, 1);
