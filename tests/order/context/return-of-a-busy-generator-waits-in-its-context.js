const { AsyncLocalStorage } = require('node:async_hooks');
const als = new AsyncLocalStorage();
const say = (what) => console.log(what, als.getStore());
async function* g() {
  try {
    yield 1;
  } finally {
    say('finally');
    await 0;
    say('finally, later');
  }
}
const it = g();
als.run('next', () => it.next());
als.run('return', () => it.return('x')).then((step) => say(step.value));
