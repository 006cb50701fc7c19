'use strict';
const lines = [];
const { log } = console;
console.log = (...args) => lines.push(args);
console.time(); console.timeLog(); console.timeLog('default', 'extra', { a: 1 }); console.timeEnd();
console.time('named'); console.timeEnd('named');
console.time(5); console.timeEnd('5');
console.log = log;
for (const [template, label, time, ...rest] of lines) console.log(template, label, /^\d+(\.\d{1,3})?(ms|s)$/.test(time), ...rest);
process.on('warning', (warning) => console.log(warning.name, warning.message));
console.timeEnd('no such'); console.timeLog('no such'); console.timeEnd('named');
console.time('twice'); console.time('twice');
try { console.time(Symbol('s')); } catch (error) { console.log(error.name); }
