const { AsyncLocalStorage } = require('node:async_hooks');
const als = new AsyncLocalStorage();
const say = (what) => console.log(what, als.getStore());
setTimeout(() => { als.enterWith('a'); process.nextTick(() => say('tick')); }, 1);
setTimeout(() => say('next timer'), 1);
setTimeout(() => setImmediate(() => { als.enterWith('b'); setImmediate(() => say('inner')); }), 2);
setTimeout(() => setImmediate(() => say('next immediate')), 2);
process.nextTick(() => als.enterWith('c'));
process.nextTick(() => say('next tick'));
