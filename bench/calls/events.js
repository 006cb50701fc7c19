'use strict';
const EventEmitter = require('events');
const { getEventListeners, on, once } = EventEmitter;

let sum = 0;
const add = (value = 1) => { sum = (sum + value) | 0; };

const emitter = new EventEmitter();
emitter.on('one', add);
for (let count = 0; count < 3; count++) emitter.on('three', (value) => add(value));
emitter.on('error', add);

class Server extends EventEmitter {}

exports.calls = {
  'new EventEmitter': () => new EventEmitter(),
  'new of a subclass': () => new Server(),
  'emit without arguments': () => emitter.emit('one'),
  'emit with one argument': (turn) => emitter.emit('one', turn),
  'emit with four arguments': (turn) => emitter.emit('one', turn, 2, 3, 4),
  'emit to three listeners': (turn) => emitter.emit('three', turn),
  'emit to nobody': (turn) => emitter.emit('none', turn),
  'emit of a handled error': (turn) => emitter.emit('error', turn),
  'on and off': () => {
    const listener = () => {};
    emitter.on('temporary', listener);
    emitter.off('temporary', listener);
  },
  'once and emit': (turn) => {
    emitter.once('first', add);
    return emitter.emit('first', turn);
  },
  'prependListener and removeListener': () => {
    emitter.prependListener('one', sub);
    emitter.removeListener('one', sub);
  },
  'new, on and emit': (turn) => new EventEmitter().on('data', add).emit('data', turn),
  listenerCount: (turn) => emitter.listenerCount(turn & 1 ? 'three' : 'none'),
  listeners: () => emitter.listeners('three'),
  eventNames: () => emitter.eventNames(),
  removeAllListeners: () => {
    emitter.on('temporary', add);
    return emitter.removeAllListeners('temporary');
  },
  setMaxListeners: (turn) => emitter.setMaxListeners(20 + (turn & 7)),
  getEventListeners: () => getEventListeners(emitter, 'three'),
};

function sub(value = 1) {
  sum = (sum - value) | 0;
}

exports.operations = {
  once: (turn) => {
    const waits = once(emitter, 'once');
    emitter.emit('once', turn);
    return waits;
  },
  'once with a signal': (turn) => {
    const waits = once(emitter, 'once', { signal: new AbortController().signal });
    emitter.emit('once', turn);
    return waits;
  },
  'on, 100 events': async () => {
    const source = new EventEmitter();
    const events = on(source, 'data');
    for (let count = 0; count < 100; count++) source.emit('data', count);
    let seen = 0;
    for await (const [value] of events) {
      seen += value;
      if (value === 99) break;
    }
    return seen;
  },
};
