'use strict';
// The shape of node:events and of an emitter.
const EventEmitter = require('events');
const { surface } = require('../table');

console.log(surface(EventEmitter.prototype));
const statics = surface(EventEmitter).split('\n').filter((line) => !/^(caller|arguments)/.test(line));
console.log(statics.join('\n'));
const emitter = new EventEmitter();
console.log(emitter, Object.getOwnPropertySymbols(emitter));
emitter.on('x', () => {}).on('x', function two() {}).once('y', () => {});
console.log(emitter);
class Named extends EventEmitter {}
console.log(new Named());
console.log(EventEmitter.EventEmitter === EventEmitter, EventEmitter.usingDomains, EventEmitter.defaultMaxListeners);
console.log(EventEmitter.captureRejectionSymbol, EventEmitter.errorMonitor, EventEmitter.captureRejections);
