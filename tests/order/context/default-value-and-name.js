const { AsyncLocalStorage } = require('node:async_hooks');
const als = new AsyncLocalStorage();
const say = (what) => console.log(what, als.getStore());
const d = new AsyncLocalStorage({ defaultValue: 'default', name: 'the name' });
const show = (what) => console.log(what, d.getStore());
console.log(d.name, JSON.stringify(als.name), new AsyncLocalStorage({ name: 5 }).name);
show('at first');
d.run('x', () => { show('run'); d.exit(() => show('exit')); d.run(undefined, () => show('undefined')); });
show('after');
d.disable();
show('disabled');
setTimeout(() => show('timer'), 1);
for (const options of [null, 1, 'x']) { try { new AsyncLocalStorage(options); } catch (e) { console.log(e.code, e.message); } }
