const { AsyncLocalStorage } = require('node:async_hooks');
const als = new AsyncLocalStorage();
const say = (what) => console.log(what, als.getStore());
const target = new EventTarget();
als.run('listener', () => target.addEventListener('x', () => say('x')));
als.run('dispatcher', () => target.dispatchEvent(new Event('x')));
const control = new AbortController();
als.run('abort listener', () => control.signal.addEventListener('abort', () => say('abort')));
als.run('aborter', () => control.abort());
