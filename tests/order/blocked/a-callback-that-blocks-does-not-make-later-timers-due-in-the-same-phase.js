// The clock of the timers phase is read once: what becomes due while it runs waits for the next turn.
setTimeout(() => {
  console.log('blocks');
  setImmediate(() => console.log('immediate'));
  const stop = Date.now() + 60;
  while (Date.now() < stop);
}, 1);
setTimeout(() => console.log('became due meanwhile'), 40);
