// Whatever a program replaces of what Promise.all() and the like call, its code runs in the context of the call.
const { AsyncLocalStorage } = require('node:async_hooks');
const als = new AsyncLocalStorage();
const say = (what) => console.log(what, als.getStore());
const soon = (x) => new Promise((resolve) => setImmediate(resolve, x));
const names = ['all', 'allSettled', 'any', 'race'];

async function combine(title, makeValues) {
  for (const name of names) {
    await als.run(`${title} ${name}`, async () => {
      try {
        console.log(JSON.stringify(await Promise[name](makeValues())));
      } catch (error) {
        console.log(error.name);
      }
      say('after');
    });
  }
}

const thenOf = (promise) => {
  promise.then = function(...functions) {
    say('own then');
    Promise.resolve().then(() => say('a reaction in then'));
    return Promise.prototype.then.apply(this, functions);
  };
  return promise;
};

// The first read of a property calls `then` of another promise.
const watched = (promise, key) => Object.defineProperty(promise, key, {
  get() {
    if (!this.isRead) Promise.resolve().then(() => say(`a reaction in the getter of ${key}`));
    this.isRead = true;
    return Promise.prototype[key];
  },
});

function generate() {
  return {
    *[Symbol.iterator]() {
      say('iterator');
      Promise.resolve().then(() => say('a reaction in the iterator'));
      yield soon(1);
      yield 2;
    },
  };
}

async function main() {
  await combine('plain', () => [soon(1), 2, Promise.resolve(3)]);
  await combine('rejected', () => [Promise.reject(new TypeError('no')), soon(2)]);
  await combine('thenable', () => [soon(1), { then(resolve) { say('thenable'); resolve(5); } }]);
  await combine('own then', () => [thenOf(soon(1)), thenOf(soon(2))]);
  await combine('getter of then', () => [watched(soon(1), 'then'), soon(2)]);
  await combine('getter of constructor', () => [watched(soon(1), 'constructor'), soon(2)]);
  await combine('getter of a thenable', () => [{ get then() { say('read'); return (resolve) => resolve(7); } }, soon(2)]);
  await combine('iterable', generate);
  await combine('getter', () => Object.defineProperty([soon(1), 0], 1, { get() { say('getter'); return soon(2); } }));
  await combine('subclass', () => [new (class extends Promise {})((resolve) => resolve(1))]);
  await combine('hole', () => [, soon(1)]);

  const { then } = Promise.prototype;
  await combine('replaced resolve', () => {
    const { resolve } = Promise;
    Promise.resolve = function(value) {
      Promise.resolve = resolve;
      Promise.resolve().then(() => say('a reaction in resolve'));
      return resolve.call(this, value);
    };
    return [1, soon(2)];
  });
  await combine('replaced then', () => {
    Promise.prototype.then = function(...functions) {
      Promise.prototype.then = then;
      this.then(() => say('a reaction in then'));
      return then.apply(this, functions);
    };
    return [Promise.resolve(1), soon(2)];
  });
  await combine('replaced iterator', () => {
    const { prototype } = Array;
    const iterate = prototype[Symbol.iterator];
    prototype[Symbol.iterator] = function() {
      prototype[Symbol.iterator] = iterate;
      Promise.resolve().then(() => say('a reaction in the iterator'));
      return iterate.call(this);
    };
    return [Promise.resolve(1), soon(2)];
  });
  console.log(await Promise.all([]), names.map((name) => Promise[name].length));
}

main();
