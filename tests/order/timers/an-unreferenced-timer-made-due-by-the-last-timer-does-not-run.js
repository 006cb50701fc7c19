// Whether anything keeps the loop alive is asked right after the timers phase. The loop's very first is not asked so.
setImmediate(() => {
  setTimeout(() => {
    console.log('timer');
    setTimeout(() => console.log('never'), 1).unref();
    const stop = Date.now() + 6;
    while (Date.now() < stop);
  }, 1);
});
process.on('exit', () => console.log('exit'));
