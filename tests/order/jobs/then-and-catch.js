// Promise jobs that `then`, `catch`, the constructor and the static functions take.
'use strict';
const reject = (what) => Promise.reject(what);

require('./parts/count.js')({
  'then of a fulfilled promise': (note) => Promise.resolve(1).then(note),
  'then of a chain of three': (note) => Promise.resolve(1).then((x) => x).then((x) => x).then(note),
  'then without functions': (note) => Promise.resolve(1).then().then(note),
  'then with null and undefined': (note) => Promise.resolve(1).then(null, undefined).then(note),
  'then that returns a fulfilled promise': (note) => Promise.resolve().then(() => Promise.resolve(1)).then(note),
  'then that returns a rejected promise': (note) => Promise.resolve().then(() => reject(1)).catch(note),
  'then that returns a pending promise': (note) =>
    Promise.resolve().then(() => new Promise((resolve) => Promise.resolve(1).then(resolve))).then(note),
  'then that returns the promise of an async function': (note) => Promise.resolve().then(async () => 1).then(note),
  'then that throws': (note) => Promise.resolve().then(() => { throw 1; }).catch(note),
  'then with two functions, of a rejected promise': (note) => reject(1).then(null, note),
  'two thens of one promise': (note) => {
    const promise = Promise.resolve();
    promise.then(() => note('a'));
    promise.then(() => note('b'));
  },
  'thens added in a then': (note) => {
    const promise = Promise.resolve();
    promise.then(() => { note('a'); promise.then(() => note('c')); });
    promise.then(() => note('b'));
  },
  'catch of a rejected promise': (note) => reject(1).catch(note),
  'catch of a fulfilled promise': (note) => Promise.resolve(1).catch(() => {}).then(note),
  'catch that throws anew': (note) => reject(1).catch(() => { throw 2; }).catch(note),
  'catch that returns a promise': (note) => reject(1).catch(() => Promise.resolve(2)).then(note),
  'catch after three thens': (note) => reject(1).then(() => {}).then(() => {}).then(() => {}).catch(note),
  'resolve of a value': (note) => Promise.resolve(1).then(note),
  'resolve of a promise': (note) => Promise.resolve(Promise.resolve(1)).then(note),
  'reject of a promise': (note) => reject(Promise.resolve(1)).catch(() => note('rejected')),
  'constructor that resolves a value': (note) => new Promise((resolve) => resolve(1)).then(note),
  'constructor that resolves a fulfilled promise': (note) => new Promise((resolve) => resolve(Promise.resolve(1))).then(note),
  'constructor that resolves a rejected promise': (note) => new Promise((resolve) => resolve(reject(1))).catch(note),
  'constructor that resolves a pending promise': (note) => {
    let settle;
    new Promise((resolve) => resolve(new Promise((inner) => { settle = inner; }))).then(note);
    Promise.resolve().then(() => settle(1));
  },
  'constructor that throws': (note) => new Promise(() => { throw 1; }).catch(note),
  'constructor that resolves itself': (note) => {
    let resolve;
    const promise = new Promise((first) => { resolve = first; });
    promise.catch((error) => note(error.constructor.name));
    resolve(promise);
  },
  'three promises one in the other': (note) =>
    new Promise((resolve) => resolve(new Promise((inner) => inner(new Promise((last) => last(1)))))).then(note),
  'withResolvers, resolved at once': (note) => {
    const { promise, resolve } = Promise.withResolvers();
    promise.then(note);
    resolve(1);
  },
  'withResolvers, resolved with a promise': (note) => {
    const { promise, resolve } = Promise.withResolvers();
    promise.then(note);
    resolve(Promise.resolve(1));
  },
  'withResolvers, rejected in a job': (note) => {
    const { promise, reject: fail } = Promise.withResolvers();
    promise.catch(note);
    Promise.resolve().then(() => fail(1));
  },
  'try of a function that returns': (note) => Promise.try(() => 1).then(note),
  'try of a function that throws': (note) => Promise.try(() => { throw 1; }).catch(note),
  'try of a function that returns a promise': (note) => Promise.try(() => Promise.resolve(1)).then(note),
  'try of an async function': (note) => Promise.try(async () => 1).then(note),
  'a promise with an own then': (note) => {
    const promise = Promise.resolve(1);
    promise.then = function (...functions) { note('asked'); return Promise.prototype.then.apply(this, functions); };
    new Promise((resolve) => resolve(promise)).then(note);
  },
  'a promise with an own constructor': (note) => {
    const promise = Promise.resolve(1);
    promise.constructor = function (executor) { return new Promise(executor); };
    Promise.resolve(promise).then(note);
  },
  'then called on a foreign species': (note) => {
    const promise = Promise.resolve(1);
    promise.constructor = { [Symbol.species]: class Foreign extends Promise {} };
    note(promise.then(note).constructor.name);
  },
  'queueMicrotask': (note) => queueMicrotask(() => note('ran')),
  'queueMicrotask in queueMicrotask': (note) => queueMicrotask(() => queueMicrotask(() => note('ran'))),
});
