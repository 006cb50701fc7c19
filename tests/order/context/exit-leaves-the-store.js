const { AsyncLocalStorage } = require('node:async_hooks');
const als = new AsyncLocalStorage();
const say = (what) => console.log(what, als.getStore());
als.run('a', () => {
  als.exit(() => { say('exit'); setTimeout(() => say('timer of exit'), 1); });
  say('back');
  console.log(als.exit((x, y) => x + y, 1, 2));
});
