const signal = AbortSignal.timeout(5);
signal.addEventListener('abort', () => {
  console.log(signal.reason.name);
  process.nextTick(() => console.log('tick'));
  setImmediate(() => console.log('immediate'));
});
setTimeout(() => console.log('kept alive'), 40);
