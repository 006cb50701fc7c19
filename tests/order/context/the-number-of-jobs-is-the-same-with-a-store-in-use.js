const { AsyncLocalStorage } = require('node:async_hooks');
const als = new AsyncLocalStorage();
const say = (what) => console.log(what, als.getStore());
const order = [];
const log = (x) => order.push(x);
als.run('a', () => {
  (async () => { log('a1'); await 0; log('a2'); await Promise.resolve(); log('a3'); try { await Promise.reject(1); } catch { log('a4'); } await { then: (r) => r() }; log('a5'); })();
  (async () => { for await (const x of (async function* () { yield 1; await 0; yield 2; })()) log(`g${x}`); log('g'); })();
  (async () => { for await (const x of [1, Promise.resolve(2)]) log(`s${x}`); log('s'); })();
  (async () => { await (async () => Promise.resolve())(); log('r'); })();
  Promise.resolve().then(() => Promise.resolve()).then(() => log('t'));
});
let p = Promise.resolve();
for (let i = 1; i <= 14; i++) p = p.then(() => log(i));
setTimeout(() => console.log(order.join(' ')), 5);
