'use strict';
// Promise jobs of all contexts are one queue; rejections and the async context pass through.
const vm = require('vm');
const { AsyncLocalStorage } = require('async_hooks');

const storage = new AsyncLocalStorage();
const context = vm.createContext({ log: console.log, storage, setTimeout, setImmediate, process });
process.on('unhandledRejection', (reason, promise) => {
  console.log('unhandledRejection', reason.message, reason instanceof Error, promise instanceof Promise);
});
process.on('rejectionHandled', () => console.log('rejectionHandled'));

storage.run('store', () => {
  vm.runInContext(`(async () => {
    log('begin', storage.getStore());
    await null;
    log('after await', storage.getStore());
    await new Promise((resolve) => setTimeout(resolve, 1));
    log('after a timer', storage.getStore());
    try {
      await Promise.reject(new Error('caught'));
    } catch (error) {
      log(error.message, storage.getStore());
    }
    for await (const item of [Promise.resolve(1), 2]) log('item', item, storage.getStore());
    async function* generate() { yield 'yielded'; }
    for await (const item of generate()) log(item, storage.getStore());
  })()`, context);
});
Promise.resolve().then(() => console.log('outer 1')).then(() => console.log('outer 2'));
vm.runInContext('Promise.resolve().then(() => log("inner 1")).then(() => log("inner 2"))', context);
vm.runInContext('process.nextTick(() => log("tick"))', context);
vm.runInContext('Promise.reject(new Error("of nobody"))', context);
const late = vm.runInContext('Promise.reject(new Error("handled late"))', context);
setTimeout(() => late.catch(() => {}), 100);
vm.runInContext('setTimeout(async () => { throw new TypeError("in a timer"); }, 200)', context);
