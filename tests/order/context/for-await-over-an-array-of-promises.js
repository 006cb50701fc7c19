const { AsyncLocalStorage } = require('node:async_hooks');
const als = new AsyncLocalStorage();
const say = (what) => console.log(what, als.getStore());
async function work() {
  for await (const n of [1, Promise.resolve(2), new Promise((r) => setTimeout(r, 1, 3))]) say(`body ${n}`);
  try {
    for await (const n of [Promise.reject(4)]) say(n);
  } catch (e) {
    say(`caught ${e}`);
  }
}
als.run('a', work);
als.run('b', work);
