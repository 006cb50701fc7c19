const EventEmitter = require('events');
const emitter = new EventEmitter();
emitter.on('x', () => {
  console.log('listener');
  process.nextTick(() => console.log('tick of the listener'));
  Promise.resolve().then(() => console.log('promise of the listener'));
});
process.nextTick(() => { emitter.emit('x'); console.log('tick 1 ends'); });
process.nextTick(() => console.log('tick 2'));
