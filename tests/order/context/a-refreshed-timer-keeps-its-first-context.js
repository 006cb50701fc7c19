const { AsyncLocalStorage } = require('node:async_hooks');
const als = new AsyncLocalStorage();
const say = (what) => console.log(what, als.getStore());
const timer = als.run('a', () => setTimeout(() => say('timer'), 2));
als.run('b', () => timer.refresh());
