// A small emitter with typed events and contexts.
import { EventEmitter } from 'eventemitter3';

interface Events { greet: [name: string, times: number]; done: []; error: [Error] }
class Bus extends EventEmitter<Events> { label = 'bus'; }
const bus = new Bus();
bus.on('greet', function (this: Bus, name, times) { console.log(this.label, name.repeat(times)); });
bus.on('greet', function (this: unknown, name) { console.log((this as { other: string }).other, name); }, { other: 'context' });
bus.once('done', () => console.log('done once'));
console.log(bus.emit('greet', 'ab', 2), bus.emit('done'), bus.emit('done'), bus.emit('error', new Error('unheard')));
console.log(bus.eventNames(), bus.listenerCount('greet'), bus.listeners('greet').length);
bus.removeAllListeners('greet');
const five = (...values: unknown[]) => console.log(values.length);
const loose = new EventEmitter();
loose.addListener('x', five).emit('x', 1, 2, 3, 4, 5, 6, 7);
loose.off('x', five);
const symbol = Symbol('private');
loose.on(symbol, five).emit(symbol);
console.log(loose.emit('x'), loose.eventNames());
