const { AsyncLocalStorage } = require('node:async_hooks');
const als = new AsyncLocalStorage();
const say = (what) => console.log(what, als.getStore());
async function* numbers() {
  say('start');
  yield 1;
  say('between');
  await 0;
  say('later');
  yield 2;
  say('end');
}
async function work() {
  for await (const n of numbers()) say(`body ${n}`);
  say('after');
}
als.run('a', work);
als.run('b', work);
