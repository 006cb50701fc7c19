const { AsyncLocalStorage } = require('node:async_hooks');
const als = new AsyncLocalStorage();
const say = (what) => console.log(what, als.getStore());
als.run('a', async () => {
  await 0;
  say('before');
  als.disable();
  say('disabled');
  await 0;
  say('still');
  als.run('b', () => say('again'));
});
als.run('c', async () => { await 0; await 0; say('other'); });
als.enterWith('d');
setTimeout(() => say('kept a frame'), 1);
als.run('e', () => {});
als.disable();
say('main');
