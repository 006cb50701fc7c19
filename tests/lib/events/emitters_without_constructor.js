'use strict';
// What counts for emitters and targets that were made in unusual ways.
const EventEmitter = require('events');
const { inspect } = require('util');

function Bare() {}
Object.setPrototypeOf(Bare.prototype, EventEmitter.prototype);

EventEmitter.captureRejections = true;
const bare = new Bare();
bare.on('error', ({ message }) => {
  console.log('captured', message);
  EventEmitter.captureRejections = false;
  console.log(EventEmitter.captureRejections);
});
bare.on('work', async () => { throw new Error('refused'); });
bare.emit('work');

const { getMaxListeners } = EventEmitter;
const { signal } = new AbortController();
console.log([new EventTarget(), signal, AbortSignal.abort(), AbortSignal.any([signal]), AbortSignal.timeout(0)].map(getMaxListeners));

const show = EventTarget.prototype[inspect.custom];
console.log(inspect({ [inspect.custom]: show, other: 42 }), show.call({ constructor: { name: 'Named' } }, -1, {}));
