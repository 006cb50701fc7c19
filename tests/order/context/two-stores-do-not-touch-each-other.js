const { AsyncLocalStorage } = require('node:async_hooks');
const als = new AsyncLocalStorage();
const say = (what) => console.log(what, als.getStore());
const other = new AsyncLocalStorage();
const both = (what) => console.log(what, als.getStore(), other.getStore());
als.run('a', () => {
  other.run('b', async () => { await 0; both('both'); als.enterWith('a2'); await 0; both('one changed'); });
  both('outer');
  other.enterWith('stays');
});
both('after');
setTimeout(() => both('timer'), 1);
