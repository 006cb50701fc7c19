const { AsyncLocalStorage } = require('node:async_hooks');
const als = new AsyncLocalStorage();
const say = (what) => console.log(what, als.getStore());
als.run('a', () => {
  let n = 0;
  const interval = setInterval(() => {
    say(`turn ${++n}`);
    als.enterWith(`left by ${n}`);
    if (n === 3) clearInterval(interval);
  }, 1);
});
