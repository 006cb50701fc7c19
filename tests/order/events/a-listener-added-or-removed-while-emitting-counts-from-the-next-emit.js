const EventEmitter = require('events');
const emitter = new EventEmitter();
const removed = () => console.log('removed, but still called this time');
emitter.on('x', () => {
  console.log('first');
  emitter.off('x', removed);
  emitter.once('x', () => console.log('added'));
});
emitter.on('x', removed);
emitter.emit('x');
console.log('again');
emitter.emit('x');
