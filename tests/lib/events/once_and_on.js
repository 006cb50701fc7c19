'use strict';
// events.once and events.on, with signals, errors and EventTargets.
const EventEmitter = require('events');
const { once, on } = EventEmitter;
const { show, showSettled, thrown } = require('../table');

(async () => {
  const e = new EventEmitter();
  setImmediate(() => e.emit('ready', 1, 2));
  console.log(await once(e, 'ready'), e.eventNames());
  setImmediate(() => e.emit('error', new Error('instead')));
  await once(e, 'ready').catch((error) => console.log(thrown(error), e.eventNames()));
  setImmediate(() => e.emit('error', new Error('asked for')));
  console.log(await once(e, 'error').then(([error]) => error.message));
  const target = new EventTarget();
  setImmediate(() => target.dispatchEvent(new Event('tick')));
  console.log((await once(target, 'tick'))[0].type);
  await showSettled(
    () => once(e, 'x', { signal: AbortSignal.abort() }), () => once({}, 'x'), () => once(e, 'x', 1),
    () => once(e, 'x', { signal: {} }),
  );
  const later = new AbortController();
  setImmediate(() => later.abort('why'));
  await once(e, 'x', { signal: later.signal }).catch((error) => console.log(error.name, error.code, error.cause, e.eventNames()));

  const order = [];
  once(e, 'o').then(() => order.push('once'));
  new Promise((resolve) => e.on('o', resolve)).then(() => order.push('then'));
  e.emit('o');
  for (let i = 0; i < 6; i++) await null;
  console.log(order);

  const source = new EventEmitter();
  const seen = on(source, 'data', { close: ['end'] });
  source.emit('data', 1, 'a');
  source.emit('data', 2);
  setImmediate(() => { source.emit('data', 3); source.emit('end'); source.emit('data', 4); });
  for await (const values of seen) console.log('data', values);
  console.log(await seen.next(), source.eventNames());

  const failing = on(source, 'data');
  const waiting = failing.next();
  source.emit('error', new Error('broken'));
  await waiting.catch((error) => console.log('rejected', error.message));
  console.log(await failing.next());
  const unread = on(source, 'data');
  source.emit('error', new Error('kept'));
  await unread.next().catch((error) => console.log('rejected later', error.message));
  console.log(await unread.next(), await unread.return());
  const controller = new AbortController();
  const aborted = on(source, 'data', { signal: controller.signal });
  const pending = aborted.next();
  controller.abort();
  await pending.catch((error) => console.log(error.name, error.code, source.eventNames()));
  const thrownInto = on(source, 'data');
  thrownInto.throw(new Error('into'));
  await thrownInto.next().catch((error) => console.log(error.message));
  show(
    () => on(source, 'x').throw(1), () => on({}, 'x'), () => on(source, 'x', { highWaterMark: 0 }),
    () => on(source, 'x', { lowWaterMark: 0 }), () => on(source, 'x', { signal: AbortSignal.abort() }), () => on(source, 'x'),
  );
  const slow = Object.assign(new EventEmitter(), { pause() { console.log('paused'); }, resume() { console.log('resumed'); } });
  const marked = on(slow, 'd', { highWaterMark: 2, lowWaterMark: 1 });
  for (let i = 0; i < 4; i++) slow.emit('d', i);
  for (let i = 0; i < 4; i++) console.log((await marked.next()).value);
})();
