'use strict';
const show = (object) => Object.getOwnPropertyNames(object).map((name) => { const d = Object.getOwnPropertyDescriptor(object, name); return `${name} ${d.enumerable} ${d.configurable} ${typeof d.value}`; });
console.log(Object.keys(console));
console.log(console);
for (const name of Object.keys(console)) console.log(name, typeof console[name], console[name].name, console[name].length, 'prototype' in console[name]);
console.log(Object.getPrototypeOf(console), Object.getPrototypeOf(Object.getPrototypeOf(console)) === Object.prototype);
console.log(Object.prototype.toString.call(console), String(console));
const { value, ...rest } = Object.getOwnPropertyDescriptor(globalThis, 'console');
console.log(rest, value === console);
console.log(Object.getOwnPropertyNames(console.Console.prototype), console.Console.length);
console.log(console.profile(), console.profileEnd('x'), console.timeStamp());
console.log(console.context('x'));
console.log(console.createTask('task').run(() => 'ran'));
for (const bad of [() => console.createTask(), () => console.createTask(''), () => console.createTask('x').run()]) try { bad(); } catch (error) { console.log(error.name, error.message); }
