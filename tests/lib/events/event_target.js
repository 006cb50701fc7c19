'use strict';
// EventTarget, Event and CustomEvent.
const { inspect } = require('util');
const events = require('events');
const { show } = require('../table');

const stable = (value) => inspect(value).replace(/timeStamp: [\d.]+/, 'timeStamp: T');
const e = new Event('foo', { cancelable: true, bubbles: true, composed: true });
const t = new EventTarget();
console.log(stable(e), inspect(e, { depth: -1 }), t, inspect(t, { depth: -1 }), String(e), String(t));
show(
  () => Object.keys(Event.prototype), () => Object.keys(Event), () => Object.keys(EventTarget.prototype), () => Object.keys(e),
  () => [e.type, e.bubbles, e.cancelable, e.composed, e.defaultPrevented, e.eventPhase, e.isTrusted, e.target, e.returnValue],
  () => new Event(), () => new Event('x', 1), () => new Event(undefined).type, () => new Event('x', null).type,
  () => t.addEventListener(), () => t.addEventListener('x'), () => t.addEventListener('x', 1), () => t.addEventListener('x', {}),
  () => t.addEventListener('x', () => {}, { signal: 1 }), () => t.addEventListener('x', () => {}, { signal: null }),
  () => t.addEventListener('x', () => {}, 'yes'), () => t.dispatchEvent(), () => t.dispatchEvent({}), () => t.removeEventListener('x'),
  () => EventTarget.prototype.addEventListener.call({}, 'x', () => {}), () => e.preventDefault.call({}), () => e.initEvent(),
  () => t.dispatchEvent(e), () => [e.eventPhase, e.target === t, e.currentTarget, e.composedPath()],
  () => { e.preventDefault(); return [e.defaultPrevented, e.returnValue]; }, () => { e.cancelBubble = true; return e.cancelBubble; },
  () => new CustomEvent('c', { detail: { a: 1 } }).detail, () => new CustomEvent('c').detail, () => new CustomEvent(),
);

const log = [];
const f = () => log.push('f');
const order = new EventTarget();
order.addEventListener('a', (event) => log.push('first', event.eventPhase, event.currentTarget === order, event.composedPath().length));
order.addEventListener('a', { handleEvent(event) { log.push('object', event.type); } });
order.addEventListener('a', f);
order.addEventListener('a', f);
order.addEventListener('a', f, true);
order.addEventListener('a', () => log.push('once'), { once: true });
order.addEventListener('a', (event) => { event.preventDefault(); log.push('passive', event.defaultPrevented); }, { passive: true });
const again = new Event('a', { cancelable: true });
show(() => order.dispatchEvent(again), () => log.splice(0), () => order.dispatchEvent(again), () => log.splice(0));
show(() => { order.removeEventListener('a', f); return order.dispatchEvent(again); }, () => log.splice(0));

order.addEventListener('nested', (event) => show(() => order.dispatchEvent(event)));
order.dispatchEvent(new Event('nested'));
order.addEventListener('stop', (event) => { event.stopImmediatePropagation(); log.push('stopped'); });
order.addEventListener('stop', () => log.push('never'));
order.addEventListener('prevent', (event) => event.preventDefault());
show(() => order.dispatchEvent(new Event('stop')), () => log.splice(0), () => order.dispatchEvent(new Event('prevent', { cancelable: true })));

const changing = new EventTarget();
const second = () => log.push('second');
changing.addEventListener('y', () => {
  changing.removeEventListener('y', second);
  changing.addEventListener('y', () => log.push('added'));
});
changing.addEventListener('y', second);
show(() => changing.dispatchEvent(new Event('y')), () => log.splice(0), () => changing.dispatchEvent(new Event('y')), () => log.splice(0));
show(() => events.getEventListeners(changing, 'y').length, () => events.getMaxListeners(changing), () => events.listenerCount(changing, 'y'));

const off = new AbortController();
changing.addEventListener('signalled', () => log.push('no'), { signal: off.signal });
off.abort();
show(() => changing.dispatchEvent(new Event('signalled')), () => log.splice(0));

class MyTarget extends EventTarget { p = 1; }
class MyEvent extends Event { constructor() { super('mine'); this.z = 1; } }
console.log(new MyTarget(), stable(new MyEvent()));

process.on('uncaughtException', (error, origin) => console.log('uncaught', error.message, origin));
process.on('warning', (warning) => console.log(warning.name, warning.message));
changing.addEventListener('throws', () => { throw new Error('from a listener'); });
changing.addEventListener('throws', () => console.log('the next one runs'));
changing.addEventListener('rejects', async () => { throw new Error('from an async listener'); });
changing.dispatchEvent(new Event('throws'));
changing.dispatchEvent(new Event('rejects'));
console.log('after both');
for (let i = 0; i < 11; i++) changing.addEventListener('leak', () => {});
changing.addEventListener('x', null);
