'use strict';
// Collects what createHook() reports, and prints it at exit. Resources are named in the order of their 'init': p1 is the first promise.
// A name in brackets is where it happened: [execution scope].

const { createHook, executionAsyncId, executionAsyncResource, triggerAsyncId } = require('async_hooks');
const fs = require('fs');

const lines = [];
const names = new Map([[0, 'none'], [1, 'main']]);
const resources = new Map();
const counts = {};
const say = (line) => lines.push(line);

function nameOf(id) {
  if (!names.has(id)) names.set(id, `earlier ${counts.earlier = (counts.earlier ?? 0) + 1}`);
  return names.get(id);
}

function addName(id, type) {
  const count = counts[type] = (counts[type] ?? 0) + 1;
  names.set(id, type === 'PROMISE' ? `p${count}` : `${type} ${count}`);
}

const hook = createHook({
  init(id, type, trigger, resource) {
    addName(id, type);
    resources.set(resource, id);
    say(`  init ${nameOf(id)} by ${nameOf(trigger)} [${nameOf(executionAsyncId())}]`);
  },
  before(id) { say(`  before ${nameOf(id)}`); },
  after(id) { say(`  after ${nameOf(id)}`); },
  promiseResolve(id) { say(`  resolve ${nameOf(id)}`); },
});

// A line of the program's: the text, and the scope it runs in.
function log(...values) {
  const resource = resources.get(executionAsyncResource());
  const isOfScope = resource === undefined || resource === executionAsyncId();
  say(`${values.join(' ')} [${nameOf(executionAsyncId())} by ${nameOf(triggerAsyncId())}${isOfScope ? '' : ', of another resource'}]`);
}

process.on('exit', () => {
  hook.disable();
  fs.writeSync(1, `${lines.join('\n')}\n`);
});

module.exports = { hook, log, nameOf, say };
