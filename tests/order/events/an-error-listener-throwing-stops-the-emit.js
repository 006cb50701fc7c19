const EventEmitter = require('events');
const emitter = new EventEmitter();
process.on('uncaughtException', (error) => console.log('caught', error.message));
emitter.on('x', () => { console.log('first'); throw new Error('boom'); });
emitter.on('x', () => console.log('never'));
setImmediate(() => { emitter.emit('x'); console.log('never'); });
setImmediate(() => console.log('next'));
