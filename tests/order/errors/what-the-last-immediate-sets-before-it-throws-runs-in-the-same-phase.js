// A quirk of Node's check phase: it goes round again after an error, and takes what is queued by then.
process.on('uncaughtException', (error) => console.log('caught', error.message));
setImmediate(() => {
  setTimeout(() => console.log('timer'), 1);
  setImmediate(() => console.log('immediate 2'));
  const stop = Date.now() + 10;
  while (Date.now() < stop);
  throw new Error('from immediate 1');
});
