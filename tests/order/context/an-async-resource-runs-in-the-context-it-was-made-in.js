const { AsyncLocalStorage, AsyncResource } = require('node:async_hooks');
const als = new AsyncLocalStorage();
const say = (what) => console.log(what, als.getStore());
const r = als.run('a', () => new AsyncResource('Thing'));
console.log(als.run('b', () => r.runInAsyncScope(function (x) { say(`scope ${x}`); return this; }, 'self', 1)));
say('after');
const bound = r.bind(function (x) { say(x); return this?.me; });
console.log(bound.call({ me: 7 }, 'bound'), bound.length);
console.log(r.bind(function () { return this.me; }, { me: 8 })());
console.log(AsyncResource.bind((a, b) => a)('static'));
try { r.runInAsyncScope(() => { throw new Error('x'); }); } catch (e) { say(e.message); }
console.log(r.emitDestroy() === r, typeof r.asyncId(), r.triggerAsyncId());
r.runInAsyncScope(async () => { await 0; say('await'); });
r.runInAsyncScope(() => setTimeout(() => say('timer'), 1));
for (const args of [[], [1], ['T', -2], ['T', { triggerAsyncId: null }], ['T', 1.5]]) {
  try { new AsyncResource(...args); console.log('made'); } catch (e) { console.log(e.code, e.message); }
}
try { r.bind(1); } catch (e) { console.log(e.code, e.message); }
