'use strict';
// The symbols of an EventTarget and an AsyncResource, and tables of emitters whose listeners come and go.

const { AsyncResource } = require('async_hooks');
const EventEmitter = require('events');
const { inspect } = require('util');

console.log(inspect(new EventTarget(), { customInspect: false }));
console.log(Object.getOwnPropertySymbols(new AsyncResource('X')));
const resource = new AsyncResource('X', 5);
console.log(resource.triggerAsyncId(), resource.runInAsyncScope(function (...values) { return [this, values]; }, 1), resource.runInAsyncScope((...values) => values, 1, 2, 3));
for (const wrong of [() => resource.runInAsyncScope(), () => new AsyncResource('X', { triggerAsyncId: 1.5 }), () => new AsyncResource('X', -2)]) {
  try {
    wrong();
  } catch (error) {
    console.log(error.name, error.code);
  }
}

const emitter = new EventEmitter();
const listener = () => {};
emitter.on('first', listener);
for (let count = 0; count < 20; count++) {
  emitter.on('second', listener).on('third', listener);
  const symbol = Symbol('fourth');
  emitter.on(symbol, listener);
  if (count % 3 === 0) emitter.off('first', listener).on('first', listener);
  emitter.off('second', listener);
  console.log(emitter.eventNames(), emitter.listenerCount('second'));
  emitter.removeAllListeners(symbol).off('third', listener);
}

// The listener that is removed before its turn does not run.
const other = new EventEmitter();
const removed = () => console.log('never');
for (let count = 0; count < 8; count++) {
  other.on('error', removed);
  other.on(EventEmitter.errorMonitor, function monitor() { other.off('error', removed).off(EventEmitter.errorMonitor, monitor); });
  other.on('x', listener);
  try {
    console.log(other.emit('error', new Error('thrown')));
  } catch (error) {
    console.log(error.message);
  }
}
