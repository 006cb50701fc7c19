// Promise jobs of Promise.all, allSettled, any and race.
'use strict';
const reject = (what) => Promise.reject(what);
const later = (jobs, value) => jobs === 0 ? Promise.resolve(value) : Promise.resolve().then(() => later(jobs - 1, value));
const thenable = (value) => ({ then(resolve) { resolve(value); } });

const operations = {};
for (const name of ['all', 'allSettled', 'any', 'race']) {
  const combine = (members) => Promise[name](members);
  const settled = (note) => [() => note('fulfilled'), () => note('rejected')];
  operations[`${name} of nothing`] = (note) => combine([]).then(...settled(note));
  operations[`${name} of a value`] = (note) => combine([1]).then(...settled(note));
  operations[`${name} of fulfilled promises`] = (note) => combine([Promise.resolve(1), Promise.resolve(2)]).then(...settled(note));
  operations[`${name} of a rejected promise`] = (note) => combine([reject(1)]).then(...settled(note));
  operations[`${name} of a rejected and a fulfilled one`] = (note) => combine([reject(1), Promise.resolve(2)]).then(...settled(note));
  operations[`${name} of a late one and an early one`] = (note) => combine([later(3, 1), later(1, 2)]).then(...settled(note));
  operations[`${name} of a thenable`] = (note) => combine([thenable(1)]).then(...settled(note));
  operations[`${name} of async functions`] = (note) => combine([(async () => 1)(), (async () => { await null; })()]).then(...settled(note));
  operations[`${name} of an iterator that throws`] = (note) =>
    combine({ [Symbol.iterator]() { return { next() { throw 1; } }; } }).then(...settled(note));
  operations[`${name} of what cannot be iterated`] = (note) => combine(5).then(...settled(note));
  operations[`${name} of a generator`] = (note) => combine((function* () { yield later(1); yield 2; })()).then(...settled(note));
  operations[`${name} with a resolve of its own`] = (note) => {
    const own = class extends Promise { static resolve(value) { note('resolve'); return super.resolve(value); } };
    own[name]([1, 2]).then(...settled(note));
  };
  operations[`${name}, awaited`] = async (note) => { try { await combine([1, later(1)]); note('on'); } catch { note('caught'); } };
}
require('./parts/count.js')(operations);
