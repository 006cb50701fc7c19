'use strict';
console.log('the console has its stream now');
const real = process.stdout;
Object.defineProperty(process, 'stdout', { configurable: true, value: { write() { throw new Error('not asked'); } } });
console.log('so this goes where it went before');
console._stdout = { write(text) { real.write(`<${text.trim()}>\n`); return true; }, on() {}, once() {}, removeListener() {}, listenerCount() { return 0; } };
console.log('given by hand');
console.log(1, { a: 1 });
