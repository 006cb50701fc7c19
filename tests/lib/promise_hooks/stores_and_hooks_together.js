'use strict';
const { AsyncLocalStorage } = require('async_hooks');
const { hook, log } = require('../promise_events');
const store = new AsyncLocalStorage();
hook.enable();

async function inner(n) { await n; log('inner', store.getStore()); return n; }
async function* numbers() { yield 1; log('numbers', store.getStore()); yield inner(2); }
async function outer() {
  await inner(1);
  for await (const n of numbers()) log('loop', n, store.getStore());
  try {
    await Promise.reject(new Error('no'));
  } catch {
    log('caught', store.getStore());
  }
  await { then(resolve) { log('thenable', store.getStore()); resolve(); } };
  log('last', store.getStore());
}
store.run('a', outer).finally(() => log('finally', store.getStore()));
store.run('b', () => Promise.resolve().then(outer));
log('end', store.getStore());
