const { AsyncLocalStorage } = require('node:async_hooks');
const als = new AsyncLocalStorage();
const say = (what) => console.log(what, als.getStore());
const p = Promise.resolve();
p.then(() => { als.enterWith('x'); say('first'); });
p.then(() => say('second'));
p.then(() => { als.enterWith('y'); return p.then(() => say('inner')); }).then(() => say('outer'));
