// Whether anything keeps the loop alive is asked right after the timers phase. The loop's very first is not asked so.
setImmediate(() => {
  setTimeout(() => {
    console.log('timer');
    setImmediate(() => console.log('never')).unref();
  }, 1);
});
process.on('exit', () => console.log('exit'));
