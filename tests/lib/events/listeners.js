'use strict';
// Adding, removing, counting and calling listeners.
const EventEmitter = require('events');
const { show } = require('../table');

const e = new EventEmitter();
const log = [];
e.on('newListener', (name, fn) => log.push(`+${String(name)} ${fn.name}`));
e.on('removeListener', (name, fn) => log.push(`-${String(name)} ${fn.name}`));
function a(...v) { log.push(`a(${v})`); }
function b(...v) { log.push(`b(${v})`); }
e.on('x', a).on('x', b).prependListener('x', b).once('x', a).prependOnceListener('x', b);
show(
  () => e.emit('x', 1, 2, 3, 4), () => e.emit('x'), () => e.emit('none'), () => log.splice(0),
  () => e.listenerCount('x'), () => e.listenerCount('x', a), () => e.listeners('x'), () => e.rawListeners('x'),
  () => e.eventNames(), () => e.off('x', b).listeners('x'), () => e.removeListener('x', () => {}).listenerCount('x'),
  () => e.removeAllListeners('x').eventNames(), () => log.splice(0),
);

// A listener removed or added while its event is emitted: this emission sees the list as it was.
const during = new EventEmitter();
during.on('go', function first() {
  log.push('first');
  during.removeListener('go', third);
  during.on('go', () => log.push('added'));
});
during.on('go', () => log.push('second'));
function third() { log.push('third'); }
during.on('go', third);
show(() => during.emit('go'), () => log.splice(0), () => during.emit('go'), () => log.splice(0));

const once = new EventEmitter();
once.once('o', function () { log.push(this === once); once.emit('o'); });
show(() => once.emit('o'), () => once.emit('o'), () => log.splice(0), () => once._eventsCount);

const s = Symbol('s');
show(
  () => e.on(s, a).eventNames(), () => e.emit(s, 's'), () => e.removeAllListeners().eventNames(), () => log.splice(0),
  () => e.on('x', 1), () => e.once('x'), () => e.prependListener('x', null), () => e.off('x', 'f'),
  () => e.setMaxListeners(-1), () => e.setMaxListeners('1'), () => e.setMaxListeners(3).getMaxListeners(),
  () => new EventEmitter({ captureRejections: 1 }), () => { EventEmitter.captureRejections = 1; },
  () => { EventEmitter.defaultMaxListeners = -1; }, () => EventEmitter.setMaxListeners(-1),
  () => EventEmitter.setMaxListeners(1, {}), () => EventEmitter.getMaxListeners({}),
  () => EventEmitter.getEventListeners({}, 'x'), () => EventEmitter.listenerCount({}, 'x'),
  () => EventEmitter.getEventListeners(e.on('z', a), 'z'), () => EventEmitter.listenerCount(e, 'z'),
);

const old = Object.create(EventEmitter.prototype);
show(() => old.emit('x'), () => old.on('x', a).listenerCount('x'), () => old.emit('x', 'old'), () => log.splice(0));

process.on('warning', (w) => console.log(w.name, '|', w.message, '|', w.type, w.count));
const leaky = new EventEmitter();
for (let i = 0; i < 12; i++) leaky.on('leak', () => {});
leaky.setMaxListeners(1).on(s, a).on(s, b);
