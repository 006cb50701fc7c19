// Promise jobs of objects with a `then`, and of classes that extend Promise.
'use strict';
class Sub extends Promise {}
class Species extends Promise { static get [Symbol.species]() { return Promise; } }
class Loud extends Promise {
  then(...functions) { Loud.note?.('then'); return super.then(...functions); }
}
const thenable = (value) => ({ then(resolve) { resolve(value); } });

require('./parts/count.js')({
  'resolve of a thenable': (note) => Promise.resolve(thenable(1)).then(note),
  'resolve of a thenable that answers in a job': (note) =>
    Promise.resolve({ then(resolve) { Promise.resolve(1).then(resolve); } }).then(note),
  'thenable of a thenable': (note) => Promise.resolve(thenable(thenable(1))).then(note),
  'thenable of a promise': (note) => Promise.resolve(thenable(Promise.resolve(1))).then(note),
  'thenable that answers twice': (note) => Promise.resolve({ then(a, b) { a(1); b(2); a(3); } }).then(note),
  'thenable that answers, then throws': (note) => Promise.resolve({ then(a) { a(1); throw 2; } }).then(note),
  'thenable that throws': (note) => Promise.resolve({ then() { throw 1; } }).catch(note),
  'then that is a getter, asked once': (note) => Promise.resolve({ get then() { note('get'); return (resolve) => resolve(1); } }).then(note),
  'then that is no function': (note) => Promise.resolve({ then: 1 }).then(() => note('on')),
  'then returned by then': (note) => Promise.resolve().then(() => thenable(1)).then(note),
  'thenable of a promise, yielded': (note) => { (async function* () { yield thenable(Promise.resolve(1)); })().next().then(({ value }) => note(value)); },
  'thenable of a promise, returned by a generator': (note) => { (async function* () { return thenable(Promise.resolve(1)); })().next().then(({ value }) => note(value)); },
  'thenable of a promise, awaited in try': async (note) => { try { note(await thenable(Promise.reject(1))); } catch (error) { note(error); } },
  'a proxy is asked for its then alone': async (note) => {
    const asked = new Proxy({}, { get: (_, name) => { note(`get ${String(name)}`); }, has: () => note('has'), getPrototypeOf: () => { note('prototype'); return null; } });
    await asked;
    note('on');
  },
  'class instance with a then': (note) => Promise.resolve(new (class { then(resolve) { resolve(1); } })()).then(note),
  'a then on Object.prototype': (note) => {
    Object.prototype.then = undefined;
    Promise.resolve({}).then(() => note('on'));
    delete Object.prototype.then;
  },
  'resolve of a subclass': (note) => Sub.resolve(1).then(note),
  'resolve of a subclass with a promise': (note) => Sub.resolve(Promise.resolve(1)).then(note),
  'Promise.resolve of a promise of a subclass': (note) => Promise.resolve(Sub.resolve(1)).then(note),
  'subclass in then': (note) => Promise.resolve().then(() => Sub.resolve(1)).then(note),
  'then of a subclass that returns a promise': (note) => Sub.resolve().then(() => Promise.resolve(1)).then(note),
  'then of a subclass that returns one of its own': (note) => Sub.resolve().then(() => Sub.resolve(1)).then(note),
  'subclass with the species of Promise': (note) => {
    const next = Species.resolve(1).then((value) => value);
    note(next.constructor.name);
    next.then(note);
  },
  'catch of a subclass': (note) => Sub.reject(1).catch(note),
  'subclass with a then of its own, awaited': async (note) => { const p = Loud.resolve(1); Loud.note = note; await p; Loud.note = undefined; note('on'); },
  'subclass with a then of its own, resolved with': (note) => {
    const p = Loud.resolve(1);
    Loud.note = note;
    new Promise((resolve) => resolve(p)).then(() => { Loud.note = undefined; note('on'); });
  },
  'subclass with a then of its own, returned from async': (note) => {
    const p = Loud.resolve(1);
    Loud.note = note;
    (async () => p)().then(() => { Loud.note = undefined; note('on'); });
  },
  'all of a subclass': (note) => Sub.all([1, Sub.resolve(2)]).then(note),
  'withResolvers of a subclass': (note) => { const { promise, resolve } = Sub.withResolvers(); promise.then(note); resolve(1); },
  'try of a subclass': (note) => Sub.try(() => 1).then(note),
  'race of a subclass': (note) => Sub.race([Sub.resolve(1)]).then(note),
  'Promise.prototype.then replaced for a while': (note) => {
    const { then } = Promise.prototype;
    const promise = Promise.resolve(1);
    Promise.prototype.then = function (...functions) { note('asked'); return then.apply(this, functions); };
    new Promise((resolve) => resolve(promise)).then(note);
    promise.catch(() => {});
    promise.finally(() => {});
    Promise.prototype.then = then;
  },
  'Promise.prototype.then replaced, await': async (note) => {
    const { then } = Promise.prototype;
    Promise.prototype.then = function (...functions) { note('asked'); return then.apply(this, functions); };
    const waiting = (async () => { await Promise.resolve(1); note('on'); })();
    Promise.prototype.then = then;
    await waiting;
  },
});
