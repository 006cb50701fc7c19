function both(name) {
  Promise.resolve().then(() => console.log(name, 'promise'));
  process.nextTick(() => console.log(name, 'tick'));
}
both('script');
setImmediate(() => {
  both('immediate');
  setTimeout(() => {
    both('timer');
    require('fs').stat(__filename, () => both('io'));
  }, 1);
});
