const { AsyncLocalStorage } = require('node:async_hooks');
const als = new AsyncLocalStorage();
const say = (what) => console.log(what, als.getStore());
for (const name of ['a', 'b']) {
  als.run(name, () => {
    process.nextTick(() => say('tick'));
    process.nextTick((x) => say(x), 'tick with argument');
    queueMicrotask(() => say('microtask'));
    setTimeout(() => { say('timer'); process.nextTick(() => say('tick of timer')); }, 1);
    setTimeout((x) => say(x), 1, 'timer with argument');
    setTimeout(() => setImmediate((x) => say(x), 'immediate'), 1);
  });
}
setTimeout(() => say('timer'), 1);
process.nextTick(() => say('tick'));
say('main');
