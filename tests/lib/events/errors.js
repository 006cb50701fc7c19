'use strict';
// 'error' events: heard, unheard, monitored; rejections of listeners captured.
const EventEmitter = require('events');
const { show } = require('../table');

const emit = (...v) => new EventEmitter().emit('error', ...v);
show(
  () => emit(), () => emit(1), () => emit('text'), () => emit({ a: 1 }), () => emit(null), () => emit(undefined),
  () => emit(new TypeError('boom')), () => emit(Object.freeze(new Error('frozen'))),
);
const heard = new EventEmitter();
heard.on(EventEmitter.errorMonitor, (error) => console.log('monitor', error.message));
show(() => heard.emit('error', new Error('only monitored')));
heard.on('error', (error, more) => console.log('heard', error.message, more));
show(() => heard.emit('error', new Error('one'), 'more'));
try {
  emit({ odd: true });
} catch (error) {
  console.log(error.context, Object.keys(error), String(error));
}

const capturing = new EventEmitter({ captureRejections: true });
capturing.on('work', async (n) => { throw new Error(`rejected ${n}`); });
capturing.on('error', (error) => console.log('captured', error.message));
console.log(capturing.emit('work', 1));
const own = new EventEmitter({ captureRejections: true });
own[EventEmitter.captureRejectionSymbol] = (error, name, ...values) => console.log('own handler', error.message, name, values);
own.on('work', async () => { throw new Error('mine'); });
own.emit('work', 'a', 'b');
process.nextTick(() => console.log('a tick'));
Promise.resolve().then(() => console.log('a promise job'));
