const { AsyncLocalStorage } = require('node:async_hooks');
const als = new AsyncLocalStorage();
const say = (what) => console.log(what, als.getStore());
const iterable = {
  [Symbol.asyncIterator]() {
    let n = 0;
    say('open');
    return {
      next() { say(`next ${n}`); return n < 2 ? new Promise((r) => setTimeout(r, 1, { value: n++, done: false })) : { done: true }; },
      return() { say('return'); return {}; },
    };
  },
};
als.run('a', async () => {
  for await (const n of iterable) say(`body ${n}`);
  for await (const n of iterable) { say(`body ${n}`); break; }
  say('after');
});
