// A rejected member closes a synchronous iterator: in the store of its own loop, whatever ran before.
const { AsyncLocalStorage } = require('async_hooks');

const store = new AsyncLocalStorage();

const iterable = (name) => ({
  [Symbol.iterator]() {
    let i = 0;
    return {
      next() {
        console.log(name, 'next', store.getStore());
        i++;
        return { done: false, value: i === 2 ? Promise.reject(new Error('rejected')) : i };
      },
      return() {
        console.log(name, 'return', store.getStore());
        return {};
      },
    };
  },
});

async function loop(name) {
  try {
    for await (const value of iterable(name)) console.log(name, value, store.getStore());
  } catch (error) {
    console.log(name, error.message, store.getStore());
  }
}

async function wait() {
  for (let i = 0; i < 6; i++) await null;
}

async function* delegate(name) {
  try {
    yield* iterable(name);
  } catch (error) {
    console.log(name, error.message, store.getStore());
  }
}

(async () => {
  await Promise.all([store.run('A', loop, 'a'), store.run('B', wait), loop('outside'), store.run('C', wait)]);
  const generator = delegate('delegated');
  console.log(await generator.next());
  console.log(await generator.throw(new Error('thrown')));
})();
