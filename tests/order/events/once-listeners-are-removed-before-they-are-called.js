const EventEmitter = require('events');
const emitter = new EventEmitter();
emitter.once('x', () => {
  console.log('once', emitter.listenerCount('x'));
  emitter.emit('x');
});
emitter.emit('x');
console.log(emitter.emit('x'));
