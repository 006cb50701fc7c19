'use strict';
const util = require('util');
const bare = (error) => { Object.defineProperty(error, 'stack', { value: `${error.name}: ${error.message}`, configurable: true, writable: true }); return error; };
for (const name of [undefined, null, 5, '', 'Error: odd']) console.log(Object.assign(bare(new Error('name')), { name }));
for (const message of [undefined, null, 5, '', { a: 1 }, ['x']]) console.log(Object.assign(bare(new Error('message')), { message }));
for (const key of ['message', 'name', 'cause', 'stack', 'errors']) {
  console.log(Object.defineProperty(bare(new Error('getter ' + key)), key, { get() { throw new Error('no'); }, configurable: true }));
}
console.log(Object.create(Error.prototype), Object.create(TypeError.prototype), Object.assign(Object.create(Error.prototype), { message: 'fake' }));
console.log(Error.prototype, TypeError.prototype);
console.log(Object.assign(bare(new Error('own toString')), { toString() { return 'mine'; } }));
console.log({ name: 'Error', message: 'not one', stack: 'Error: not one\n    at x' });
console.log(util.inspect(bare(new Error('hidden')), { showHidden: true }).replace(/\[stack\].*/, '[stack]'));
