'use strict';
// `process` is an EventEmitter, but most programs never use it as one: the events module is loaded, and the prototype chain completed,
// with the first use, or when the program loads the events module and might use `instanceof`.

const { objectDefineProperty, objectGetPrototypeOf, objectSetPrototypeOf } = require('core/intrinsics');
const { applyOn, call0, call2 } = require('core/safe/calls');
const { each } = require('core/safe/walk');

const METHODS = [
  'addListener', 'emit', 'eventNames', 'getMaxListeners', 'listenerCount', 'listeners', 'off', 'on', 'once',
  'prependListener', 'prependOnceListener', 'rawListeners', 'removeAllListeners', 'removeListener', 'setMaxListeners',
];

let isPending = false;
let target;
let prototype;

// Defines methods on `process` that turn it into an emitter when called.
function prepare(process) {
  target = process;
  isPending = true;
  prototype = objectGetPrototypeOf(process);
  for (const name of each(METHODS)) {
    objectDefineProperty(prototype, name, {
      __proto__: null,
      configurable: true,
      writable: true,
      enumerable: false,
      value(...args) {
        // There are no listeners yet, except for the one that prints warnings.
        if (name === 'emit' && isPending && args[0] !== 'warning') return false;
        becomeEmitter();
        // The program may have wrapped this function in one of the same name.
        return applyOn(require('events').prototype[name], this, args);
      },
    });
  }
  if (require.has('events')) becomeEmitter();
}

function becomeEmitter() {
  if (!isPending) return;
  isPending = false;
  for (const name of each(METHODS)) delete prototype[name];
  const EventEmitter = require('events');
  objectSetPrototypeOf(prototype, EventEmitter.prototype);
  call0(EventEmitter, target);
  // The program may have set it to null.
  target._events ??= { __proto__: null };
  const { startListeningIfSignal, stopListeningIfSignal } = require('process/signals');
  // Not through `target.on`, which the program may have replaced; 'newListener' comes last, so that nothing is emitted here;
  // the names are in Node's order.
  for (const name of each(['newListener', 'removeListener'])) target._events[name] = undefined;
  const listen = (name, listener) => call2(EventEmitter.prototype.on, target, name, listener);
  listen('removeListener', stopListeningIfSignal);
  if (!target.noProcessWarnings) listen('warning', require('process/warning').onWarning);
  listen('newListener', startListeningIfSignal);
}

module.exports = { becomeEmitter, prepare };
