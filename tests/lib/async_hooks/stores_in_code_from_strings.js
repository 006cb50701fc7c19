'use strict';
// A store reaches what becomes code at run time: eval, function constructors, scripts of node:vm.
const { AsyncLocalStorage } = require('async_hooks');
const vm = require('vm');

const storage = new AsyncLocalStorage();
globalThis.show = (name) => console.log(name, storage.getStore());
const text = (name) => `(async () => { await null; show("${name}"); await new Promise((resolve) => setTimeout(resolve, 1)); show("${name}, later"); })()`;

(async () => {
  for (const run of [
    () => eval(text('eval')),
    () => (0, eval)(text('indirect eval')),
    () => new Function(`return ${text('Function')}`)(),
    () => new (async () => {}).constructor(`await null; show('AsyncFunction')`)(),
    () => vm.runInThisContext(text('this context')),
    () => vm.compileFunction(`return ${text('compiled function')}`)(),
    () => vm.runInNewContext(text('new context'), { show, setTimeout }),
    () => vm.runInNewContext('eval(code)', { show, setTimeout, code: text('eval in a new context') }),
    () => vm.runInNewContext('new Function(`return ${code}`)()', { show, setTimeout, code: text('Function in a new context') }),
  ]) {
    await storage.run('store', run);
    await null;
    show('outside');
  }
})();
