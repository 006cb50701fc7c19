'use strict';
// v8.promiseHooks, and hooks that come and go.
const { promiseHooks } = require('v8');
const { createHook, executionAsyncId } = require('async_hooks');

for (const name of ['onInit', 'onBefore', 'onAfter', 'onSettled']) {
  for (const wrong of [undefined, 1, async function no() {}]) {
    try {
      promiseHooks[name](wrong);
    } catch (error) {
      console.log(name, error.code, error.message);
    }
  }
}
const numbers = new Map();
const numberOf = (promise) => (promise === undefined ? '-' : numbers.get(promise) ?? numbers.set(promise, numbers.size + 1).get(promise));
const lines = [];
const stop = promiseHooks.createHook({
  init: (promise, parent) => lines.push(`init ${numberOf(promise)} ${numberOf(parent)}`),
  before: (promise) => lines.push(`before ${numberOf(promise)}`),
  after: (promise) => lines.push(`after ${numberOf(promise)}`),
  settled: (promise) => lines.push(`settled ${numberOf(promise)}`),
});
let resolve;
const promise = new Promise((settle) => { resolve = settle; });
promise.then((value) => lines.push(`then ${value}`)).then(() => {});
resolve(5);
setImmediate(() => {
  stop();
  Promise.resolve();
  console.log(lines.join('\n'));
  awaiting();
});

async function awaiting() {
  const seen = [];
  const hook = createHook({ init(id, type, trigger) { seen.push([id, trigger]); } }).enable();
  const before = executionAsyncId();
  await 1;
  const after = executionAsyncId();
  console.log(before !== after, seen.some(([id]) => id === after), after > 1);
  try {
    await Promise.reject(new Error('no'));
  } catch (error) {
    console.log(error.message, executionAsyncId() > after);
  }
  hook.disable();
}
