const EventEmitter = require('events');
const emitter = new EventEmitter();
(async () => {
  const [value] = await EventEmitter.once(emitter, 'x');
  console.log('resumed with', value);
})();
setImmediate(() => {
  emitter.emit('x', 42);
  console.log('emitted');
  process.nextTick(() => console.log('tick'));
});
setImmediate(() => console.log('immediate 2'));
