const EventEmitter = require('events');
console.log(process instanceof EventEmitter, String(process), process.constructor.name, process === require('node:process'));
console.log(process.eventNames(), process.emit('nothing'), process.getMaxListeners());
process.once('mine', (...args) => console.log('mine', args));
console.log(process.emit('mine', 1, 2), process.emit('mine'));
console.log(process.listenerCount('mine'));
