const EventEmitter = require('events');
const emitter = new EventEmitter({ captureRejections: true });
emitter.on('x', async () => { throw new Error('async listener'); });
emitter.on('error', (error) => console.log('error event', error.message));
emitter.emit('x');
Promise.resolve().then(() => console.log('promise'));
process.nextTick(() => console.log('tick'));
