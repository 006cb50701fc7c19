// flags: --expose-gc
const registry = new FinalizationRegistry((held) => console.log('finalizer', held));
const alive = {};
const token = {};
(() => {
  registry.register({}, 'dropped');
  registry.register({}, 'unregistered', token);
  registry.register(alive, 'alive');
})();
console.log(registry.unregister(token), registry.unregister(token));
setTimeout(() => {
  gc();
  setTimeout(() => console.log('later', typeof alive), 20);
}, 2);
