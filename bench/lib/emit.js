'use strict';
// An event with two arguments and one listener.
const EventEmitter = require('events');
const { best } = require('./measure.js');

const emitter = new EventEmitter();
let sum = 0;
emitter.on('tick', (a, b) => { sum = (sum + a + b) | 0; });
best(5, 1_000_000, () => emitter.emit('tick', 1, 2));
