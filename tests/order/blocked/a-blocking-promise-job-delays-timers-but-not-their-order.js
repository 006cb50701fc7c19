Promise.resolve().then(() => {
  const stop = Date.now() + 40;
  while (Date.now() < stop);
  console.log('job done');
});
setTimeout(() => console.log('5'), 5);
setTimeout(() => console.log('25'), 25);
setImmediate(() => console.log('immediate'));
