const { AsyncLocalStorage, AsyncResource, executionAsyncId, triggerAsyncId, executionAsyncResource } = require('node:async_hooks');
const als = new AsyncLocalStorage();
const say = (what) => console.log(what, als.getStore());
console.log(executionAsyncId(), triggerAsyncId());
const r = new AsyncResource('Thing');
r.runInAsyncScope(() => console.log(executionAsyncId() === r.asyncId(), triggerAsyncId() === r.triggerAsyncId(), executionAsyncResource() === r));
console.log(executionAsyncId(), r.triggerAsyncId(), new AsyncResource('x', 7).triggerAsyncId(), new AsyncResource('x', { triggerAsyncId: 9 }).triggerAsyncId());
Promise.resolve().then(() => console.log(executionAsyncId(), triggerAsyncId(), typeof executionAsyncResource()));
