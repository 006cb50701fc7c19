const { AsyncLocalStorage } = require('node:async_hooks');
const als = new AsyncLocalStorage();
const say = (what) => console.log(what, als.getStore());
async function* numbers() {
  try { yield 1; yield 2; } finally { say('closing'); await 0; say('closed'); }
}
async function work(how) {
  try {
    for await (const n of numbers()) {
      if (how === 'break') break;
      if (how === 'throw') throw 1;
      if (how === 'return') return say('returning');
    }
  } catch { say('caught'); }
  say(how);
}
(async () => {
  for (const how of ['break', 'throw', 'return']) await als.run(how, work, how);
  say('main');
})();
