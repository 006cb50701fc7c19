'use strict';
const { AsyncLocalStorage, AsyncResource, createHook, executionAsyncId, triggerAsyncId } = require('async_hooks');

const storage = new AsyncLocalStorage();
const second = new AsyncLocalStorage();
const stores = [{ id: 1 }, { id: 2 }];
const getStore = () => storage.getStore();
const resource = new AsyncResource('CALLS');
const bound = AsyncResource.bind((value) => value);
const snapshot = AsyncLocalStorage.snapshot?.();
const hook = createHook({ init() {} });

exports.calls = {
  'new AsyncLocalStorage': () => new AsyncLocalStorage(),
  'run and getStore': (turn) => storage.run(stores[turn & 1], getStore),
  'getStore outside of run': () => storage.getStore(),
  'run in run': (turn) => storage.run(stores[turn & 1], () => second.run(stores[0], getStore)),
  exit: (turn) => storage.run(stores[turn & 1], () => storage.exit(getStore)),
  enterWith: (turn) => second.enterWith(stores[turn & 1]),
  'AsyncLocalStorage.bind': () => AsyncLocalStorage.bind(getStore),
  'AsyncLocalStorage.snapshot': () => AsyncLocalStorage.snapshot(),
  'call of a snapshot': () => snapshot(getStore),
  'new AsyncResource': () => new AsyncResource('CALLS'),
  runInAsyncScope: (turn) => resource.runInAsyncScope(getStore, null, turn),
  'AsyncResource.bind': () => AsyncResource.bind(getStore),
  'call of a bound function': (turn) => bound(turn),
  executionAsyncId: () => executionAsyncId(),
  triggerAsyncId: () => triggerAsyncId(),
  'createHook, enable and disable': () => {
    hook.enable();
    return hook.disable();
  },
};

exports.operations = {
  'run around 10 awaits': (turn) => storage.run(stores[turn & 1], async () => {
    for (let count = 0; count < 10; count++) await null;
    return storage.getStore();
  }),
  'run around setImmediate': (turn) => storage.run(stores[turn & 1], () => new Promise((resolve) => {
    setImmediate(() => resolve(storage.getStore()));
  })),
  'run around nextTick': (turn) => storage.run(stores[turn & 1], () => new Promise((resolve) => {
    process.nextTick(() => resolve(storage.getStore()));
  })),
  'run around 3 thens': (turn) => storage.run(stores[turn & 1], () => Promise.resolve(1).then(getStore).then(getStore).then(getStore)),
};
