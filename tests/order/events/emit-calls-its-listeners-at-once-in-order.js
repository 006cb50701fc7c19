const EventEmitter = require('events');
const emitter = new EventEmitter();
emitter.on('x', () => console.log('second'));
emitter.on('x', () => console.log('third'));
emitter.prependListener('x', () => console.log('first'));
process.nextTick(() => console.log('tick'));
console.log(emitter.emit('x'));
console.log('after emit', emitter.emit('nobody'));
