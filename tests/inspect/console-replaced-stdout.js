'use strict';
// Put in place before the console first writes: the console takes it.
const written = [];
const real = process.stdout;
Object.defineProperty(process, 'stdout', { configurable: true, value: { write(text) { written.push(text); return true; }, on() {}, once() {}, removeListener() {}, listenerCount() { return 0; } } });
console.log('taken', { a: 1 });
Object.defineProperty(process, 'stdout', { configurable: true, value: real });
console.info('still taken');
real.write(`${JSON.stringify(written)}\n`);
