'use strict';
// Error.prepareStackTrace as Node has it from the start.
const d=Object.getOwnPropertyDescriptor(Error,'prepareStackTrace'); console.log(d, d.value.length, Object.keys(Error));
console.log(d.value(new TypeError('x'),['a','b']), d.value(new Error('y'),[]));
console.log(new Error('plain').stack.split('\n')[1].replace(/\(.*\//,'('));
const own=Error.prepareStackTrace; Error.prepareStackTrace=(e,t)=>own(e,t.slice(0,1)); console.log(new Error('mine').stack.split('\n').length);
Error.prepareStackTrace=own; console.log(new Error('back').stack.split('\n').length>2);
Error.prepareStackTrace=undefined; console.log(new Error('none').stack.split('\n').length>2);
Error.prepareStackTrace=(e,t)=>t; console.log(typeof new Error('z').stack[0].getLineNumber());
delete Error.prepareStackTrace; console.log('prepareStackTrace' in Error, new Error('q').stack.split('\n')[0]);
