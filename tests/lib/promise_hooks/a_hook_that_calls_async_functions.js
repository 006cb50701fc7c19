'use strict';
const { createHook, AsyncLocalStorage } = require('async_hooks');

async function helper() { await 1; return 2; }
async function fail() { await helper(); throw new Error('no'); }

let calls = 0;
const hook = createHook({
  init() {
    if (calls++ >= 50) return;
    hook.disable();
    helper();
    Promise.resolve(1).then(() => {});
    hook.enable();
  },
}).enable();

const store = new AsyncLocalStorage();
store.run('store', async () => {
  await null;
  console.log(await helper(), store.getStore());
  try {
    await fail();
    console.log('never');
  } catch (error) {
    console.log(error.message, store.getStore());
  }
  for await (const n of (async function* () { yield 1; yield 2; })()) console.log(n, store.getStore());
});
