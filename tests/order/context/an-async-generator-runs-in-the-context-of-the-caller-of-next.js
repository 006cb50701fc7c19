const { AsyncLocalStorage } = require('node:async_hooks');
const als = new AsyncLocalStorage();
const say = (what) => console.log(what, als.getStore());
async function* g() {
  say('one'); yield 1; say('two'); await 0; say('two, later'); yield 2; say('three'); return 3;
}
(async () => {
  const it = als.run('made', g);
  await als.run('first', () => it.next());
  await als.run('second', () => it.next());
  await als.run('third', () => it.next());
  say('main');
})();
