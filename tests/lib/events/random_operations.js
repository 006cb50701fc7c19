'use strict';
// Generated sequences of everything an emitter and a target can be asked, from within listeners too, errors included.
const EventEmitter = require('events');
const { dice } = require('../table');

const roll = dice(1);
const idOf = (value) => (typeof value === 'function' ? value.id ?? 'wrapper' : String(value));

function makeListeners(log, op) {
  let depth = 0;
  return Array.from({ length: 5 }, (_, number) => {
    const listener = function (...values) {
      log.push(`f${number}(${values.map((value) => (value instanceof Event ? value.type : idOf(value))).join()})`);
      if (depth < 3 && roll(6) === 0) {
        depth++;
        op();
        depth--;
      }
      if (roll(40) === 0) throw new Error(`t${number}`);
    };
    listener.id = `f${number}`;
    return listener;
  });
}

function emitterRound(round) {
  const log = [];
  const emitter = roll(4) === 0 ? Object.create(EventEmitter.prototype) : new EventEmitter();
  const names = ['a', 'b', Symbol.for('s'), 'error', 'newListener', 'removeListener'];
  const listeners = makeListeners(log, op);
  const name = () => names[roll(names.length)];
  const listener = () => listeners[roll(5)];
  const actions = [
    () => emitter.on(name(), listener()), () => emitter.on(name(), listener()), () => emitter.once(name(), listener()), () => emitter.prependListener(name(), listener()),
    () => emitter.prependOnceListener(name(), listener()), () => emitter.off(name(), listener()), () => emitter.removeAllListeners(roll(4) ? name() : undefined), emit, emit, emit, emit,
    () => log.push(`names ${emitter.eventNames().map(String)} ${emitter._eventsCount}`),
    () => { const n = name(); log.push(`listeners ${emitter.listeners(n).map(idOf)} ${emitter.listenerCount(n)} ${emitter.rawListeners(n).map(idOf)}`); },
    () => log.push(`count ${emitter.listenerCount(name(), listener())}`),
  ];
  function emit() {
    const n = name();
    log.push(`>${String(n)}`);
    log.push(`=${emitter.emit(n, ...Array.from({ length: roll(5) }, () => roll(9)))}`);
  }
  function op() {
    try {
      actions[roll(actions.length)]();
    } catch (error) {
      log.push(`!${error.message}`);
    }
  }
  for (let i = 0; i < 40; i++) op();
  console.log('emitter', round, log.join(' '));
}

function targetRound(round) {
  const log = [];
  const target = new EventTarget();
  const listeners = makeListeners(log, op);
  const name = () => ['a', 'b'][roll(2)];
  const listener = () => listeners[roll(5)];
  const options = () => [undefined, true, { once: true }, { capture: true, once: true }, { passive: true }][roll(5)];
  const actions = [
    () => target.addEventListener(name(), listener(), options()), () => target.addEventListener(name(), listener(), options()), () => target.removeEventListener(name(), listener(), options()),
    () => { const n = name(); log.push(`>${n}`); log.push(`=${target.dispatchEvent(new Event(n, { cancelable: true }))}`); },
    () => log.push(`listeners ${EventEmitter.getEventListeners(target, name()).map(idOf)}`),
  ];
  function op() {
    actions[roll(actions.length)]();
  }
  for (let i = 0; i < 30; i++) op();
  console.log('target', round, log.join(' '));
}

process.on('uncaughtException', (error) => console.log('uncaught', error.message));
for (let round = 0; round < 150; round++) emitterRound(round);
for (let round = 0; round < 100; round++) targetRound(round);
