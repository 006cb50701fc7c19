'use strict';
// Gets an event.
const { EventEmitter, once } = require('node:events');

const work = new EventEmitter();
setTimeout(() => work.emit('done'), 300);
once(work, 'done').then(() => console.log('done'));
