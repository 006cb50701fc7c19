const { AsyncLocalStorage } = require('node:async_hooks');
const als = new AsyncLocalStorage();
const say = (what) => console.log(what, als.getStore());
async function work(name) {
  say(name);
  await 0;
  say(name);
  await new Promise((resolve) => setTimeout(resolve, 2));
  say(name);
}
als.run(1, work, 'one');
als.run(2, work, 'two');
work('none');
say('main');
