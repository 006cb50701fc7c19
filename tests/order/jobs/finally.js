// Promise jobs that `finally` takes, and what it asks of the promise it is called on.
'use strict';
const reject = (what) => Promise.reject(what);

class Sub extends Promise {}
class Loud extends Promise {
  then(...functions) {
    Loud.asked?.(functions.map((one) => typeof one).join());
    return super.then(...functions);
  }
}

require('./parts/count.js')({
  'finally of a fulfilled promise': (note) => Promise.resolve(1).finally(() => note('in')).then(note),
  'finally of a rejected promise': (note) => reject(1).finally(() => note('in')).catch(note),
  'finally of a pending promise': (note) =>
    new Promise((resolve) => Promise.resolve(1).then(resolve)).finally(() => note('in')).then(note),
  'finally of a pending promise that is rejected': (note) =>
    new Promise((_, fail) => Promise.resolve(1).then(fail)).finally(() => note('in')).catch(note),
  'finally that throws': (note) => Promise.resolve(1).finally(() => { throw 2; }).catch(note),
  'finally that throws, of a rejected promise': (note) => reject(1).finally(() => { throw 2; }).catch(note),
  'finally that returns a fulfilled promise': (note) => Promise.resolve(1).finally(() => Promise.resolve(2)).then(note),
  'finally that returns a rejected promise': (note) => Promise.resolve(1).finally(() => reject(2)).catch(note),
  'finally that returns a fulfilled promise, of a rejected one': (note) => reject(1).finally(() => Promise.resolve(2)).catch(note),
  'finally that returns a rejected promise, of a rejected one': (note) => reject(1).finally(() => reject(2)).catch(note),
  'finally that returns a pending promise': (note) =>
    Promise.resolve(1).finally(() => new Promise((resolve) => Promise.resolve().then(resolve))).then(note),
  'finally that returns a thenable': (note) =>
    Promise.resolve(1).finally(() => ({ then(resolve) { note('asked'); resolve(2); } })).then(note),
  'finally that is an async function': (note) => Promise.resolve(1).finally(async () => {}).then(note),
  'finally that awaits': (note) => Promise.resolve(1).finally(async () => { await null; }).then(note),
  'two finallys': (note) => Promise.resolve(1).finally(() => {}).finally(() => {}).then(note),
  'two finallys of a rejected promise': (note) => reject(1).finally(() => {}).finally(() => {}).catch(note),
  'finally between thens': (note) => Promise.resolve(1).then((x) => x).finally(() => {}).then((x) => x).then(note),
  'finally without a function': (note) => Promise.resolve(1).finally().then(note),
  'finally of something that is no function': (note) => Promise.resolve(1).finally(5).then(note),
  'finally without a function, of a rejected promise': (note) => reject(1).finally(null).catch(note),
  'finally gets no arguments': (note) => Promise.resolve(1).finally((...given) => note(given.length)),
  'finally of a subclass': (note) => {
    const promise = Sub.resolve(1).finally(() => note('in'));
    note(promise.constructor.name);
    promise.then(note);
  },
  'finally of a rejected promise of a subclass': (note) => Sub.reject(1).finally(() => note('in')).catch(note),
  'finally of a subclass that returns a promise': (note) => Sub.resolve(1).finally(() => Promise.resolve(2)).then(note),
  'finally of a subclass with a then of its own': (note) => {
    const promise = Loud.resolve(1);
    Loud.asked = note;
    promise.finally(() => {});
    Promise.resolve().then(() => Promise.resolve()).then(() => { Loud.asked = undefined; });
  },
  'finally of an object with a then': (note) => {
    const outcome = Promise.prototype.finally.call({ then(a, b) { note(`${typeof a},${typeof b}`); return 'answer'; } }, () => {});
    note(outcome);
  },
  'finally of a species': (note) => {
    const promise = Promise.resolve(1);
    promise.constructor = { [Symbol.species]: Sub };
    const outcome = promise.finally(() => note('in'));
    note(outcome.constructor.name);
    outcome.then(note);
  },
  'finally of something that is no object': (note) => {
    try { Promise.prototype.finally.call(1, () => {}); } catch (error) { note(error.constructor.name); }
  },
  'finally of a constructor that is no constructor': (note) => {
    const promise = Promise.resolve(1);
    promise.constructor = 1;
    try { promise.finally(() => {}); } catch (error) { note(error.constructor.name); }
  },
  'finally of a promise whose then was replaced': (note) => {
    const promise = Promise.resolve(1);
    promise.then = (a, b) => { note(`${a.name}|${a.length}|${b.name}|${b.length}`); return 7; };
    note(promise.finally(() => {}));
  },
  'finally against then, side by side': (note) => {
    const promise = Promise.resolve();
    promise.finally(() => {}).then(() => note('finally'));
    promise.then(() => {}).then(() => {}).then(() => {}).then(() => note('then'));
  },
});
