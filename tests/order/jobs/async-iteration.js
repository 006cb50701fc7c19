// Promise jobs of `for await`, Array.fromAsync and of iterators that become async ones.
'use strict';
const reject = (what) => Promise.reject(what);
async function* two() { yield 1; yield 2; }
const withReturn = (note) => {
  let at = 0;
  return {
    [Symbol.asyncIterator]() { return this; },
    async next() { return { value: ++at, done: at > 3 }; },
    async return() { note('return'); return {}; },
  };
};

require('./parts/count.js')({
  'for await of an async generator': async (note) => { for await (const value of two()) note(value); note('end'); },
  'for await of an empty async generator': async (note) => { for await (const value of (async function* () {})()) note(value); note('end'); },
  'for await of an array': async (note) => { for await (const value of [1, 2]) note(value); note('end'); },
  'for await of an empty array': async (note) => { for await (const value of []) note(value); note('end'); },
  'for await of an array of promises': async (note) => { for await (const value of [Promise.resolve(1), Promise.resolve(2)]) note(value); note('end'); },
  'for await of an array with a thenable': async (note) => { for await (const value of [{ then(resolve) { resolve(1); } }]) note(value); note('end'); },
  'for await of a sync generator': async (note) => { for await (const value of (function* () { yield 1; yield 2; })()) note(value); note('end'); },
  'for await of a rejected promise': async (note) => { try { for await (const value of [reject(1)]) note(value); } catch (error) { note(`caught ${error}`); } },
  'for await of a Set and a string': async (note) => { for await (const value of new Set('ab')) note(value); for await (const value of 'cd') note(value); },
  'for await with await in the body': async (note) => { for await (const value of two()) { await null; note(value); } note('end'); },
  'for await that breaks': async (note) => { for await (const value of two()) { note(value); break; } note('end'); },
  'for await that breaks, with a return': async (note) => { for await (const value of withReturn(note)) { note(value); break; } note('end'); },
  'for await that breaks out of an array': async (note) => { for await (const value of [1, 2]) { note(value); break; } note('end'); },
  'for await that throws, with a return': async (note) => {
    try { for await (const value of withReturn(note)) { note(value); throw 'out'; } } catch (error) { note(error); }
  },
  'for await that returns': (note) => (async () => { for await (const value of withReturn(note)) return value; })().then(note),
  'for await in an async generator': async (note) => {
    const g = (async function* () { for await (const value of two()) yield value; })();
    for (;;) { const { value, done } = await g.next(); note(done ? 'end' : value); if (done) return; }
  },
  'for await of a next that gives no promise': async (note) => {
    let at = 0;
    for await (const value of { [Symbol.asyncIterator]: () => ({ next: () => ({ value: ++at, done: at > 2 }) }) }) note(value);
    note('end');
  },
  'for await of a next that throws': async (note) => {
    try { for await (const value of { [Symbol.asyncIterator]: () => ({ next() { throw 1; } }) }) note(value); } catch (error) { note(error); }
  },
  'for await of a next that gives a number': async (note) => {
    try { for await (const value of { [Symbol.asyncIterator]: () => ({ next: () => 1 }) }) note(value); } catch (error) { note(error.constructor.name); }
  },
  'two for awaits side by side': (note) => {
    const read = async (name) => { for await (const value of two()) note(name + value); };
    read('a');
    read('b');
  },
  'Array.fromAsync of an array': (note) => Array.fromAsync([1, 2]).then(note),
  'Array.fromAsync of promises': (note) => Array.fromAsync([Promise.resolve(1), Promise.resolve(2)]).then(note),
  'Array.fromAsync of an async generator': (note) => Array.fromAsync(two()).then(note),
  'Array.fromAsync with a function': (note) => Array.fromAsync([1, 2], (x) => x * 2).then(note),
  'Array.fromAsync with an async function': (note) => Array.fromAsync([1, 2], async (x) => x * 2).then(note),
  'Array.fromAsync of something like an array': (note) => Array.fromAsync({ length: 2, 0: 1, 1: Promise.resolve(2) }).then(note),
  'Array.fromAsync of a rejected promise': (note) => Array.fromAsync([reject(1)]).catch(note),
  'Array.fromAsync of nothing': (note) => Array.fromAsync([]).then(() => note('empty')),
  'the async iterator of an async generator': (note) => { const g = two(); note(g[Symbol.asyncIterator]() === g); },
});
