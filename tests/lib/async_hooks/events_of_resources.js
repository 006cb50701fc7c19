'use strict';
// What a hook hears of ticks, timers, immediates, requests, promises and resources of the program.
const hooks = require('async_hooks');
const fs = require('fs');

function refusal(act, report = console.log) {
  try {
    report(act());
  } catch (error) {
    report(`${error.name} ${error.code} ${error.message}`);
  }
}
refusal(() => hooks.createHook({ init: 1 }));
refusal(() => hooks.createHook({ trackPromises: 1 }));
refusal(() => hooks.createHook({ trackPromises: false, promiseResolve() {} }));
console.log(hooks.createHook({ init() {} }));
console.log(hooks.executionAsyncId(), hooks.triggerAsyncId());

// Numbers differ; a resource is named by its kind and the order in which it came.
const names = new Map();
const counts = {};
const lines = [];
const nameOf = (id) => names.get(id) ?? (id <= 1 ? `#${id}` : 'unknown');
const hook = hooks.createHook({
  init(id, type, trigger) {
    counts[type] = (counts[type] ?? 0) + 1;
    names.set(id, `${type}${counts[type]}`);
    lines.push(`init ${nameOf(id)} by ${nameOf(trigger)}`);
  },
  before(id) { if (names.has(id)) lines.push(`before ${nameOf(id)}`); },
  after(id) { if (names.has(id)) lines.push(`after ${nameOf(id)}`); },
  destroy(id) { if (!nameOf(id).startsWith('PROMISE') && names.has(id)) lines.push(`destroy ${nameOf(id)}`); },
  promiseResolve(id) { if (names.has(id)) lines.push(`resolve ${nameOf(id)}`); },
});
const say = (what) => lines.push(`${what} in ${nameOf(hooks.executionAsyncId())} by ${nameOf(hooks.triggerAsyncId())}`);

function section(name, act, next) {
  lines.push(`-- ${name}`);
  hook.enable();
  act(() => {
    setTimeout(() => {
      hook.disable();
      console.log(lines.splice(0).filter((line) => !/unknown/.test(line)).join('\n'));
      names.clear();
      for (const type of Object.keys(counts)) delete counts[type];
      next?.();
    }, 20);
    const last = [...names].pop();
    names.delete(last[0]);
    lines.splice(lines.findLastIndex((line) => line.startsWith('init')), 1);
  });
}

const sections = [
  ['ticks', (done) => process.nextTick(() => { say('tick'); process.nextTick(() => { say('tick'); done(); }); })],
  ['timers', (done) => {
    let runs = 0;
    const interval = setInterval(() => { say('interval'); if (++runs === 2) { clearInterval(interval); done(); } }, 1);
  }],
  ['immediates', (done) => setImmediate(() => { say('immediate'); setImmediate(() => { say('immediate'); done(); }); })],
  ['requests', (done) => fs.stat('/', () => { say('stat'); done(); })],
  ['microtasks', (done) => queueMicrotask(() => { say('microtask'); done(); })],
  ['promises', (done) => {
    const promise = new Promise((resolve) => { say('executor'); resolve(1); });
    promise.then(() => say('then')).then(() => { say('then'); done(); });
    Promise.resolve(2);
    Promise.reject(new Error('x')).catch(() => say('catch'));
  }],
  ['resources', (done) => {
    const resource = new hooks.AsyncResource('MINE');
    lines.push([resource.asyncId() > 1, resource.triggerAsyncId() === hooks.executionAsyncId()].join());
    resource.runInAsyncScope(() => {
      say('scope');
      lines.push(hooks.executionAsyncResource() === resource);
      new hooks.AsyncResource('INNER', { triggerAsyncId: resource.asyncId() }).runInAsyncScope(() => say('inner scope'));
    });
    resource.emitDestroy();
    refusal(() => new hooks.AsyncResource(''), (line) => lines.push(line));
    refusal(() => new hooks.AsyncResource('a', { triggerAsyncId: -2 }), (line) => lines.push(line));
    done();
  }],
];
let at = 0;
(function next() {
  if (at < sections.length) setImmediate(() => { const [name, act] = sections[at++]; section(name, act, next); });
})();
