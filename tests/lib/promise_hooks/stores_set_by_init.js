'use strict';
// The pattern that carries a store from resource to resource.
const { createHook, executionAsyncResource } = require('async_hooks');
const store = Symbol('store');
createHook({
  init(id, type, trigger, resource) {
    const current = executionAsyncResource();
    if (current !== undefined) resource[store] = current[store];
  },
}).enable();
const lines = [];
const say = (text) => lines.push(`${text}: ${executionAsyncResource()[store]}`);
async function wait(name) {
  say(name);
  await null;
  say(`${name} after`);
  await new Promise((resolve) => { setImmediate(resolve); });
  say(`${name} last`);
  return name;
}
for (const number of [1, 2]) {
  setImmediate(() => {
    executionAsyncResource()[store] = number;
    wait(`a${number}`).then((name) => say(`${name} then`));
    process.nextTick(() => say(`tick ${number}`));
  });
}
process.on('exit', () => console.log(lines.join('\n')));
