const { AsyncLocalStorage } = require('node:async_hooks');
const als = new AsyncLocalStorage();
const say = (what) => console.log(what, als.getStore());
als.run('a', () => {
  say('inside');
  als.run('b', say, 'nested');
  say('inside again');
});
say('after');
