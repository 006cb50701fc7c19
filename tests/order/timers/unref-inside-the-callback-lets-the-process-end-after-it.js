// Whether anything keeps the loop alive is asked right after the timers phase. The loop's very first is not asked so.
setImmediate(() => {
  const id = setInterval(() => {
    console.log('turn');
    id.unref();
    // The interval is due again when its callback ends, but nothing keeps the loop alive.
    const stop = Date.now() + 6;
    while (Date.now() < stop);
  }, 2);
});
process.on('exit', () => console.log('exit'));
