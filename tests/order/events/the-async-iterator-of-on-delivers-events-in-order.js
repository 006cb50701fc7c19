const { EventEmitter, on } = require('events');
const emitter = new EventEmitter();
(async () => {
  for await (const [n] of on(emitter, 'x')) {
    console.log('event', n);
    if (n === 3) break;
  }
  console.log('listeners left', emitter.listenerCount('x'));
})();
emitter.emit('x', 1);
emitter.emit('x', 2);
setImmediate(() => emitter.emit('x', 3));
process.nextTick(() => console.log('tick'));
