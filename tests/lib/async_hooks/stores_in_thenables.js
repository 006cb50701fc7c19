'use strict';
// A `then` that the program wrote itself is called in the context of who waits for it.
const { AsyncLocalStorage } = require('async_hooks');
const als = new AsyncLocalStorage(); const log = console.log;
const th = (n, v) => ({ then(f) { log(n, 'then in', als.getStore()); f(v); } });
const later = (n) => ({ then(f) { log(n, 'then in', als.getStore()); setTimeout(f, 1, 5); } });
const sleep = (n) => new Promise((r) => setTimeout(r, n));
const cases = {
  async await1() { await als.run('a', async () => { await th('await'); log(als.getStore()); await later('awaitlater'); log(als.getStore()); }); },
  async resolve() { await als.run('r', () => Promise.resolve(th('resolve')).then(() => log(als.getStore()))); },
  async asyncReturn() { await als.run('ar', async () => { await null; return th('asyncReturn'); }); },
  async reaction() { await als.run('re', () => Promise.resolve().then(() => th('reaction'))); },
  async all() { await als.run('all', () => Promise.all([th('all'), later('all2')]).then(() => log(als.getStore()))); },
  async race() { await als.run('race', () => Promise.race([th('race')])); },
  async any() { await als.run('any', () => Promise.any([th('any')])); },
  async settled() { await als.run('set', () => Promise.allSettled([th('set')])); },
  async finally1() { await als.run('fin', () => Promise.resolve().finally(() => th('fin'))); },
  async forAwait() { await als.run('fa', async () => { for await (const x of [th('fa', 1)]) log(x, als.getStore()); }); },
  async gen() { await als.run('gen', async () => { for await (const x of (async function* () { yield th('gen', 1); })()) log(x, als.getStore()); }); },
  async try1() { await als.run('try', () => Promise.try(() => th('try'))); },
  async fromAsync() { await als.run('fA', () => Array.fromAsync([th('fA', 1)])); },
  async nested() { await als.run('nest', async () => { await { then(f) { f(th('nest')); } }; }); },
};
(async () => { for (const k of Object.keys(cases)) { log('--', k); await cases[k](); await sleep(3); } })();
