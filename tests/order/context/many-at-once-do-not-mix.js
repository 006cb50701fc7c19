const { AsyncLocalStorage } = require('node:async_hooks');
const als = new AsyncLocalStorage();
const say = (what) => console.log(what, als.getStore());
const results = [];
async function work(n) {
  for (let i = 0; i < 5; i++) {
    await (i % 2 ? n : new Promise((r) => (n % 3 ? setImmediate(r) : process.nextTick(r))));
    try { if (i === 3) await Promise.reject(n); } catch { results.push(als.getStore() === n); }
    results.push(als.getStore() === n);
  }
}
Promise.all(Array.from({ length: 200 }, (_, n) => als.run(n, work, n)))
  .then(() => console.log(results.length, results.every(Boolean), als.getStore()));
