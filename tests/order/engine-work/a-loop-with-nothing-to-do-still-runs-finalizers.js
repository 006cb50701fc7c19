// flags: --expose-gc
const registry = new FinalizationRegistry((held) => {
  console.log('finalizer', held);
  if (held === 1) setImmediate(() => console.log('the loop lives again'));
});
(() => { for (let i = 0; i < 2; i++) registry.register({}, i); })();
setTimeout(() => gc(), 2);
process.on('beforeExit', () => console.log('beforeExit'));
process.on('exit', () => console.log('exit'));
