const { AsyncLocalStorage } = require('node:async_hooks');
const als = new AsyncLocalStorage();
const say = (what) => console.log(what, als.getStore());
const scope = als.withScope('a');
say('inside');
const inner = als.withScope('b');
say('inner');
inner.dispose();
say('back');
inner.dispose();
scope[Symbol.dispose]();
say('after');
async function work() { const s = als.withScope('w'); await 0; say('await'); s.dispose(); await 0; say('disposed'); }
als.run('outer', work);
console.log(Object.getOwnPropertyNames(Object.getPrototypeOf(scope)), scope);
