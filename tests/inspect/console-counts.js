'use strict';
console.count(); console.count(); console.count('label'); console.count('label'); console.count(undefined); console.count(5); console.count('5'); console.count({});
console.countReset('label'); console.count('label'); console.countReset(); console.count();
try { console.count(Symbol('s')); } catch (error) { console.log(error.name); }
process.on('warning', (warning) => console.log(warning.name, warning.message));
console.countReset('never counted');
console.group(); console.count('in group'); console.groupEnd();
