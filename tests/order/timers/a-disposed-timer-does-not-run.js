const timer = setTimeout(() => console.log('never'), 1);
timer[Symbol.dispose]();
const immediate = setImmediate(() => console.log('never'));
immediate[Symbol.dispose]();
setTimeout(() => console.log('after'), 10);
