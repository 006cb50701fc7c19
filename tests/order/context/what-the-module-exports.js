const { AsyncLocalStorage } = require('node:async_hooks');
const als = new AsyncLocalStorage();
const say = (what) => console.log(what, als.getStore());
const hooks = require('async_hooks');
console.log(Object.keys(hooks), hooks === require('node:async_hooks'));
console.log(Object.getOwnPropertyNames(AsyncLocalStorage.prototype), Object.getOwnPropertyNames(hooks.AsyncResource.prototype));
console.log(als, hooks.asyncWrapProviders.PROMISE, Object.isFrozen(hooks.asyncWrapProviders));
for (const name of ['init', 'before', 'after', 'destroy', 'promiseResolve']) { try { hooks.createHook({ [name]: 1 }); } catch (e) { console.log(e.code, e.message); } }
console.log(Promise.prototype.then.length, Promise.prototype.then.name, Promise.resolve.name, Object.keys(Promise.prototype), Object.keys(Promise));
