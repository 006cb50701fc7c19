setImmediate(() => {
  console.log('immediate');
  setTimeout(() => console.log('unreferenced timer'), 1).unref();
  const stop = Date.now() + 6;
  while (Date.now() < stop);
});
process.on('exit', () => console.log('exit'));
