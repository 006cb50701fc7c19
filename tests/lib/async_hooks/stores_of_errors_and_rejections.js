'use strict';
// Listeners of 'unhandledRejection' and 'uncaughtException' have the store of what went wrong, and what they begin has it, too.
const { AsyncLocalStorage, AsyncResource } = require('async_hooks');
const als = new AsyncLocalStorage();
const log = (...a) => console.log(...a);
let happened = 0;
process.on('unhandledRejection', (e, p) => { happened++; log('unhandled', e?.message ?? e, als.getStore()); process.nextTick(() => log('  tick', als.getStore())); Promise.resolve().then(() => log('  then', als.getStore())); });
process.on('uncaughtException', (e) => { happened++; log('uncaught', e?.message ?? e, als.getStore()); });
process.on('rejectionHandled', (p) => log('handled', als.getStore()));
const sleep = (n) => new Promise((r) => setTimeout(r, n));
const cases = {
  async run() { als.run('run', async () => { await null; throw new Error('1'); }); },
  async runSync() { als.run('runSync', async () => { throw new Error('2'); }); },
  async reject() { als.run('reject', () => { Promise.reject(new Error('3')); }); },
  async rejectPrimitive() { als.run('rejectPrimitive', () => { Promise.reject(4); }); },
  async thenThrow() { als.run('then', () => { Promise.resolve().then(() => { throw new Error('5'); }); }); },
  async thenPass() { als.run('pass', () => { Promise.resolve().then(() => { throw new Error('6'); }).then(() => {}).finally(() => {}); }); },
  async two() { als.run('A', async () => { await null; throw new Error('12a'); }); als.run('B', async () => { await null; throw new Error('12b'); }); },
  async resource() { const r = als.run('res', () => new AsyncResource('X')); r.runInAsyncScope(async () => { await null; throw new Error('13'); }); },
  async snapshot() { const s = als.run('snap', () => AsyncLocalStorage.snapshot()); s(async () => { await sleep(1); throw new Error('14'); }); },
  async bind() { const s = als.run('bind', () => AsyncLocalStorage.bind(async () => { throw new Error('15'); })); s(); },
  async uncaughtTimer() { als.run('ut', () => { setTimeout(() => { throw new Error('17'); }, 1); }); },
  async uncaughtTick() { als.run('utick', () => { process.nextTick(() => { throw new Error('18'); }); }); },
  async uncaughtMicro() { als.run('um', () => { queueMicrotask(() => { throw new Error('19'); }); }); },
  async uncaughtImm() { als.run('ui', () => { setImmediate(() => { throw new Error('20'); }); }); },
  async uncaughtFs() { als.run('uf', () => { require('fs').stat('/', () => { throw new Error('21'); }); }); },
  async all() { als.run('all', () => { Promise.all([Promise.reject(new Error('22'))]); }); },
  async enterWith() { als.run('outer', async () => { als.enterWith('inner'); await null; throw new Error('23'); }); },
  async none() { (async () => { await null; throw new Error('25'); })(); },
  async arrow() { als.run('arrowx', async () => JSON.parse('{')); },
};
(async () => {
  for (const k of Object.keys(cases)) {
    log('--', k);
    const before = happened;
    await cases[k]();
    do await sleep(5); while (happened === before);
  }
})();
