// Promise jobs that `await` and the end of an async function take.
'use strict';
const reject = (what) => Promise.reject(what);
class Sub extends Promise {}
const sleep = (jobs) => jobs === 0 ? Promise.resolve() : Promise.resolve().then(() => sleep(jobs - 1));

require('./parts/count.js')({
  'await of a value': async (note) => { await 1; note('on'); },
  'await of undefined, three times': async (note) => { await 1; await 1; await 1; note('on'); },
  'await of a fulfilled promise': async (note) => { note(await Promise.resolve(1)); },
  'await of a rejected promise': async (note) => { try { await reject(1); } catch (error) { note(error); } },
  'await of a pending promise': async (note) => { note(await new Promise((resolve) => Promise.resolve(1).then(resolve))); },
  'await of a promise of a subclass': async (note) => { note(await Sub.resolve(1)); },
  'await of a promise with an own constructor': async (note) => {
    const promise = Promise.resolve(1);
    promise.constructor = Sub;
    note(await promise);
  },
  'await of a promise with an own then': async (note) => {
    const promise = Promise.resolve(1);
    promise.then = () => note('never');
    note(await promise);
  },
  'await of a thenable': async (note) => { note(await { then(resolve) { note('asked'); resolve(1); } }); },
  'await of a thenable that rejects': async (note) => { try { await { then(_, fail) { fail(1); } }; } catch (error) { note(error); } },
  'await of a thenable that throws': async (note) => { try { await { then() { throw 1; } }; } catch (error) { note(error); } },
  'await of a thenable of a promise': async (note) => { note(await { then(resolve) { resolve(Promise.resolve(1)); } }); },
  'await of a getter of then that throws': async (note) => { try { await { get then() { throw 1; } }; } catch (error) { note(error); } },
  'await of a function that is a thenable': async (note) => { const f = () => {}; f.then = (resolve) => resolve(1); note(await f); },
  'await of a proxy of a promise': async (note) => {
    try { await new Proxy(Promise.resolve(1), {}); } catch (error) { note(error.constructor.name); }
  },
  'end of an async function': (note) => (async () => 1)().then(note),
  'end of an async function that throws': (note) => (async () => { throw 1; })().catch(note),
  'async function that returns a promise': (note) => (async () => Promise.resolve(1))().then(note),
  'async function that returns a rejected promise': (note) => (async () => reject(1))().catch(note),
  'async function that returns await': (note) => (async () => await Promise.resolve(1))().then(note),
  'async function that returns a thenable': (note) => (async () => ({ then(resolve) { resolve(1); } }))().then(note),
  'async function that returns another one\'s promise': (note) => { const f = async () => 1; (async () => f())().then(note); },
  'async function that awaits another': (note) => { const f = async () => { await null; return 1; }; (async () => await f())().then(note); },
  'async arrow, method and function': (note) => {
    const holder = { async method() { await null; note('method'); } };
    (async () => { await null; note('arrow'); })();
    holder.method();
    (async function () { await null; note('function'); })();
  },
  'await in a default argument': (note) => { const f = async (a = Promise.resolve(1)) => note(await a); f(); },
  'default argument that throws': (note) => { const f = async (a = (() => { throw 1; })()) => a; f().catch(note); },
  'await in try with finally': async (note) => {
    try { await null; note('try'); } finally { await null; note('finally'); }
    await null;
    note('after');
  },
  'return in try, await in finally': (note) => (async () => { try { return 1; } finally { await null; } })().then(note),
  'return of a promise in try, with finally': (note) => (async () => { try { return Promise.resolve(1); } finally { note('finally'); } })().then(note),
  'await of await': async (note) => { note(await await Promise.resolve(1)); },
  'await of two started before': async (note) => { const a = sleep(2); const b = sleep(1); await a; await b; note('on'); },
  'await among operands': async (note) => { note(await 1 + await 2 + await 3); },
  'await in a loop': async (note) => { for (let i = 0; i < 4; i++) await i; note('on'); },
  'await of a BigInt, a symbol, null': async (note) => { await 1n; await Symbol.iterator; await null; note('on'); },
  'await of what an async function rejected': async (note) => { try { await (async () => { throw 1; })(); } catch (error) { note(error); } },
  'await of a then that is deleted': async (note) => { const p = Promise.resolve(1); p.then = 1; delete p.then; note(await p); },
});
