const EventEmitter = require('events');
const emitter = new EventEmitter();
emitter.on('newListener', (name) => console.log('newListener', name, emitter.listenerCount(name)));
emitter.on('removeListener', (name) => console.log('removeListener', name, emitter.listenerCount(name)));
const f = () => {};
emitter.on('x', f);
emitter.off('x', f);
