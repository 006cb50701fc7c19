const { AsyncLocalStorage } = require('node:async_hooks');
const als = new AsyncLocalStorage();
const say = (what) => console.log(what, als.getStore());
async function* g() {
  for (let i = 0; i < 3; i++) {
    try { yield i; } catch (e) { say(`caught ${e}`); await 0; say('caught, later'); } finally { say('finally'); }
  }
}
(async () => {
  const it = g();
  await als.run('next', () => it.next());
  await als.run('throw', () => it.throw('x'));
  await als.run('return', () => it.return('y')).then((r) => say(r.value));
  await als.run('done', () => it.return(Promise.resolve('z'))).then((r) => say(r.value));
})();
