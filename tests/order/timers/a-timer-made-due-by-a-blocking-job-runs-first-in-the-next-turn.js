setImmediate(() => {
  setImmediate(() => console.log('immediate of the next turn'));
  Promise.resolve().then(() => {
    setTimeout(() => console.log('timer'), 1);
    const stop = Date.now() + 5;
    while (Date.now() < stop);
  });
});
