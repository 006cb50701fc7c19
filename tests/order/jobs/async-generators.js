// Promise jobs of async generators: next, return, throw, `yield`, `yield*`, their ends.
'use strict';
const reject = (what) => Promise.reject(what);
const show = (note) => ({ value, done }) => note(`${String(value)},${done}`);
async function* two() { yield 1; yield 2; }
const sync = () => [1, 2][Symbol.iterator]();
const plain = () => {
  let at = 0;
  return { [Symbol.asyncIterator]() { return this; }, async next() { at++; return { value: at, done: at > 2 }; } };
};
const quick = () => {
  let at = 0;
  return { [Symbol.asyncIterator]() { return this; }, next() { at++; return { value: at, done: at > 2 }; } };
};
async function drain(generator, note) {
  for (;;) {
    const { value, done } = await generator.next();
    note(done ? 'end' : value);
    if (done) return;
  }
}

require('./parts/count.js')({
  'next of a generator that yields a value': (note) => { two().next().then(show(note)); },
  'three nexts at once': (note) => { const g = two(); for (let i = 0; i < 3; i++) g.next().then(show(note)); },
  'nexts one after the other': (note) => drain(two(), note),
  'next of an empty generator': (note) => { (async function* () {})().next().then(show(note)); },
  'next after the end': async (note) => { const g = (async function* () {})(); await g.next(); note('start'); g.next().then(show(note)); },
  'yield of a fulfilled promise': (note) => { (async function* () { yield Promise.resolve(1); })().next().then(show(note)); },
  'yield of a rejected promise': (note) => { (async function* () { yield reject(1); })().next().catch(note); },
  'yield of a rejected promise that is caught': (note) => {
    (async function* () { try { yield reject(1); } catch (error) { yield `caught ${error}`; } })().next().then(show(note));
  },
  'yield of a thenable': (note) => { (async function* () { yield { then(resolve) { resolve(1); } }; })().next().then(show(note)); },
  'yield of a pending promise': (note) => { (async function* () { yield Promise.resolve().then(() => 1); })().next().then(show(note)); },
  'yield of await': (note) => { (async function* () { yield await Promise.resolve(1); })().next().then(show(note)); },
  'await between yields': (note) => drain((async function* () { yield 1; await null; yield 2; })(), note),
  'return of a value': (note) => { (async function* () { return 1; })().next().then(show(note)); },
  'return of a promise': (note) => { (async function* () { return Promise.resolve(1); })().next().then(show(note)); },
  'return of a rejected promise': (note) => { (async function* () { return reject(1); })().next().catch(note); },
  'return of a rejected promise that is caught': (note) => {
    (async function* () { try { return reject(1); } catch (error) { return `caught ${error}`; } })().next().then(show(note));
  },
  'return of a thenable': (note) => { (async function* () { return { then(resolve) { resolve(1); } }; })().next().then(show(note)); },
  'return after yield': (note) => { const g = (async function* () { yield 1; return 2; })(); g.next().then(show(note)); g.next().then(show(note)); },
  'throw in the body': (note) => { (async function* () { throw 1; })().next().catch(note); },
  'return() before the start': (note) => { two().return(5).then(show(note)); },
  'return() of a promise before the start': (note) => { two().return(Promise.resolve(5)).then(show(note)); },
  'return() of a rejected promise before the start': (note) => { two().return(reject(5)).catch(note); },
  'return() of a thenable before the start': (note) => { two().return({ then(resolve) { resolve(5); } }).then(show(note)); },
  'return() at a yield': async (note) => { const g = two(); await g.next(); note('start'); g.return(5).then(show(note)); },
  'return() of a promise at a yield': async (note) => { const g = two(); await g.next(); note('start'); g.return(Promise.resolve(5)).then(show(note)); },
  'return() of a rejected promise at a yield': async (note) => { const g = two(); await g.next(); note('start'); g.return(reject(5)).catch(note); },
  'return() into a finally that yields': async (note) => {
    const g = (async function* () { try { yield 1; } finally { yield 'f'; } })();
    await g.next();
    note('start');
    g.return(5).then(show(note));
    g.next().then(show(note));
  },
  'return() into a finally that awaits': async (note) => {
    const g = (async function* () { try { yield 1; } finally { await null; } })();
    await g.next();
    note('start');
    g.return(5).then(show(note));
  },
  'return() after the end': async (note) => { const g = (async function* () {})(); await g.next(); note('start'); g.return(5).then(show(note)); },
  'return() of a promise with a broken constructor': (note) => {
    const promise = Promise.resolve(1);
    Object.defineProperty(promise, 'constructor', { get() { throw 'broken'; } });
    two().return(promise).catch(note);
  },
  'throw() before the start': (note) => { two().throw(5).catch(note); },
  'throw() at a yield': async (note) => { const g = two(); await g.next(); note('start'); g.throw(5).catch(note); },
  'throw() that is caught': async (note) => {
    const g = (async function* () { try { yield 1; } catch (error) { yield `caught ${error}`; } })();
    await g.next();
    note('start');
    g.throw(5).then(show(note));
  },
  'throw() after the end': async (note) => { const g = (async function* () {})(); await g.next(); note('start'); g.throw(5).catch(note); },
  'next, return and throw at once': (note) => {
    const g = two();
    g.next().then(show(note));
    g.return('r').then(show(note));
    g.throw('t').catch(note);
    g.next().then(show(note));
  },
  'yield* of an async generator': (note) => drain((async function* () { yield* two(); })(), note),
  'yield* of an array': (note) => drain((async function* () { yield* [1, 2]; })(), note),
  'yield* of an array of promises': (note) => drain((async function* () { yield* [Promise.resolve(1), 2]; })(), note),
  'yield* of a sync generator': (note) => drain((async function* () { yield* (function* () { yield 1; return 2; })(); })(), note),
  'yield* of a sync iterator': (note) => drain((async function* () { yield* sync(); })(), note),
  'yield* of an iterator with an async next': (note) => drain((async function* () { yield* plain(); })(), note),
  'yield* of an iterator whose next gives no promise': (note) => drain((async function* () { yield* quick(); })(), note),
  'yield* of an empty array': (note) => drain((async function* () { yield* []; })(), note),
  'yield* of yield*': (note) => drain((async function* () { yield* (async function* () { yield* two(); })(); })(), note),
  'the value of yield*': (note) => drain((async function* () { note(`value ${yield* (async function* () { return 'r'; })()}`); })(), note),
  'return() into yield* of an async generator': async (note) => {
    const g = (async function* () { yield* two(); })();
    await g.next();
    note('start');
    g.return(5).then(show(note));
  },
  'return() of a promise into yield*': async (note) => {
    const g = (async function* () { yield* two(); })();
    await g.next();
    note('start');
    g.return(Promise.resolve(5)).then(show(note));
  },
  'return() into yield* of an array': async (note) => {
    const g = (async function* () { yield* [1, 2]; })();
    await g.next();
    note('start');
    g.return(5).then(show(note));
  },
  'return() into yield* of an iterator without return': async (note) => {
    const g = (async function* () { yield* plain(); })();
    await g.next();
    note('start');
    g.return(5).then(show(note));
  },
  'throw() into yield* of an async generator': async (note) => {
    const g = (async function* () { yield* two(); })();
    await g.next();
    note('start');
    g.throw(5).catch(note);
  },
  'throw() into yield* of an iterator without throw': async (note) => {
    const g = (async function* () { yield* plain(); })();
    await g.next();
    note('start');
    g.throw(5).catch((error) => note(error.constructor.name));
  },
  'yield* of what is rejected': (note) => { (async function* () { yield* (async function* () { throw 1; })(); })().next().catch(note); },
  'next called on something else': (note) => { two().next.call({}).catch((error) => note(error.constructor.name)); },
  'return called on something else': (note) => { two().return.call({}).catch((error) => note(error.constructor.name)); },
});
