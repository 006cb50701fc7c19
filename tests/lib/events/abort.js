'use strict';
// AbortController, AbortSignal and DOMException.
const { inspect } = require('util');
const events = require('events');
const { show } = require('../table');

const c = new AbortController();
console.log(c, c.signal, inspect({ a: { b: c } }, { depth: 0 }));
show(
  () => Object.keys(AbortController.prototype), () => Object.keys(AbortSignal.prototype), () => c.signal.onabort,
  () => c.signal === c.signal, () => c.signal.aborted, () => c.signal.reason, () => c.signal.throwIfAborted(),
  () => new AbortSignal(), () => String(c), () => String(c.signal),
);
c.signal.onabort = function (event) { console.log('onabort', event.type, this === c.signal, event.isTrusted, event.target === c.signal); };
c.signal.addEventListener('abort', () => console.log('listener'));
c.abort();
c.abort('again');
show(
  () => c.signal.aborted, () => [c.signal.reason.name, c.signal.reason.message, c.signal.reason.code],
  () => c.signal.throwIfAborted(), () => AbortSignal.abort('why').reason, () => AbortSignal.abort().reason.message,
  () => AbortSignal.timeout(-1), () => AbortSignal.timeout('x'), () => AbortSignal.timeout(),
  () => AbortSignal.any(), () => AbortSignal.any([1]), () => AbortSignal.any([]).aborted, () => AbortSignal.any([AbortSignal.abort('z')]).reason,
  () => { const n = new AbortController(); n.abort(null); return n.signal.reason; },
  () => { c.signal.onabort = null; return c.signal.onabort; }, () => { c.signal.onabort = 1; return c.signal.onabort; },
);

const [a1, a2] = [new AbortController(), new AbortController()];
const any = AbortSignal.any([a1.signal, a2.signal]);
const anyOfAny = AbortSignal.any([any]);
anyOfAny.addEventListener('abort', () => console.log('any of any', anyOfAny.reason));
any.addEventListener('abort', () => console.log('any', any.reason, any.aborted, anyOfAny.aborted));
a2.signal.addEventListener('abort', () => console.log('a2 itself', any.aborted));
a2.abort('second');
a1.abort('first');
show(() => any.reason);

const d = new DOMException('message', 'AbortError');
show(
  () => [d.name, d.code, d.message, String(d), d instanceof Error, Object.prototype.toString.call(d)],
  () => [new DOMException().name, new DOMException().message, new DOMException().code, new DOMException('x', 'Odd').code],
  () => new DOMException('x', { name: 'DataCloneError', cause: 3 }).cause, () => new DOMException('x', { name: 'DataCloneError' }).code,
  () => DOMException.ABORT_ERR, () => d.DATA_CLONE_ERR, () => Object.entries(DOMException).join(' '), () => DOMException.prototype.name,
  () => inspect(d).split('\n')[0], () => Object.keys(d),
);

events.addAbortListener(c.signal, () => console.log('aborted already'));
const stopped = new AbortController();
stopped.signal.addEventListener('abort', (event) => event.stopImmediatePropagation());
const disposable = events.addAbortListener(stopped.signal, (event) => console.log('hears nevertheless', event.type));
events.addAbortListener(stopped.signal, () => console.log('never'))[Symbol.dispose]();
stopped.abort();
show(() => disposable, () => events.addAbortListener(), () => events.addAbortListener({}, 1), () => events.addAbortListener(c.signal));
const timed = AbortSignal.timeout(2);
timed.onabort = () => console.log(timed.reason.name, timed.reason.code, timed.reason.message);
setTimeout(() => {}, 50);
