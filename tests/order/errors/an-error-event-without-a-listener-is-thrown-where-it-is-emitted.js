const EventEmitter = require('events');
process.on('uncaughtException', (error) => console.log('caught', error.message));
const emitter = new EventEmitter();
setImmediate(() => {
  console.log('before');
  emitter.emit('error', new Error('unheard'));
  console.log('never');
});
setImmediate(() => console.log('next'));
