'use strict';
// After how many promise jobs the promises of these functions settle: part of a program's order.
const assert = require('assert');
const events = require('events');
const util = require('util');

async function turns(name, start) {
  let settled = false;
  const promise = start();
  promise.then(() => { settled = true; }, () => { settled = true; });
  let count = 0;
  while (!settled && count < 30) {
    await null;
    count++;
  }
  console.log(name, count);
}

(async () => {
  const emitter = new events.EventEmitter();
  const target = new EventTarget();
  await turns('a resolved promise', () => Promise.resolve());
  await turns('events.once', () => { const p = events.once(emitter, 'x'); emitter.emit('x'); return p; });
  await turns('events.once, error', () => { const p = events.once(emitter, 'x'); emitter.emit('error', new Error()); return p; });
  await turns('events.once of a target', () => { const p = events.once(target, 'x'); target.dispatchEvent(new Event('x')); return p; });
  await turns('events.once, aborted', () => events.once(emitter, 'x', { signal: AbortSignal.abort() }));
  await turns('events.once, aborted later', () => { const c = new AbortController(); const p = events.once(emitter, 'x', { signal: c.signal }); c.abort(); return p; });
  const iterator = events.on(emitter, 'y');
  emitter.emit('y', 1);
  await turns('events.on, next with a value', () => iterator.next());
  await turns('events.on, next before a value', () => { const p = iterator.next(); emitter.emit('y', 2); return p; });
  await turns('events.on, return', () => iterator.return());
  await turns('events.on, next after return', () => iterator.next());
  await turns('util.promisify', () => util.promisify((callback) => callback(null, 1))());
  await turns('util.promisify, error', () => util.promisify((callback) => callback(new Error()))());
  await turns('util.aborted, already', () => util.aborted(AbortSignal.abort(), {}));
  await turns('util.aborted, later', () => { const c = new AbortController(); const p = util.aborted(c.signal, c); c.abort(); return p; });
  await turns('util.aborted, wrong', () => util.aborted(1, {}));
  await turns('assert.rejects', () => assert.rejects(Promise.reject(new Error())));
  await turns('assert.rejects of a function', () => assert.rejects(async () => { throw new Error(); }));
  await turns('assert.rejects, failing', () => assert.rejects(Promise.resolve()));
  await turns('assert.rejects, wrong', () => assert.rejects(1));
  await turns('assert.doesNotReject', () => assert.doesNotReject(Promise.resolve()));
  const log = [];
  util.callbackify(async () => 1)(() => log.push('callbackified'));
  process.nextTick(() => log.push('tick'));
  Promise.resolve().then(() => log.push('job 1')).then(() => log.push('job 2')).then(() => log.push('job 3')).then(() => process.nextTick(() => log.push('later tick')));
  events.addAbortListener(AbortSignal.abort(), () => log.push('abort listener'));
  setImmediate(() => console.log(log.join(', ')));
})();
