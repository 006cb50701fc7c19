// flags: --expose-gc
const reference = (() => new WeakRef({ name: 'target' }))();
gc();
console.log('in the script that made it:', reference.deref()?.name);
setTimeout(() => {
  console.log('before a collection:', typeof reference.deref());
  gc();
  console.log('after one, but used in this callback:', reference.deref()?.name);
  setTimeout(() => {
    gc();
    console.log('in a later one:', reference.deref());
  }, 2);
}, 2);
