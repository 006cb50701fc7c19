const { AsyncLocalStorage } = require('node:async_hooks');
const als = new AsyncLocalStorage();
const say = (what) => console.log(what, als.getStore());
process.on('uncaughtException', (e) => say(`uncaught ${e.message}`));
const fail = (name) => () => { throw new Error(name); };
als.run('tick', () => process.nextTick(fail('in a tick')));
const wait = (then) => setTimeout(then, 10);
wait(() => {
  als.run('timer', () => setTimeout(fail('in a timer'), 1));
  wait(() => {
    als.run('immediate', () => setImmediate(fail('in an immediate')));
    wait(() => als.run('microtask', () => queueMicrotask(fail('in a microtask'))));
  });
});
