const { AsyncLocalStorage } = require('node:async_hooks');
const als = new AsyncLocalStorage();
const say = (what) => console.log(what, als.getStore());
const o = {};
als.run(o, () => { als.run(o, () => { als.enterWith(1); }); say('left'); });
say('after');
als.run(undefined, () => { als.enterWith('leaks'); });
say('leaks');
als.run(NaN, () => als.run(NaN, () => say('NaN')));
