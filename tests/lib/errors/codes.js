'use strict';
// Node's coded errors as a program sees them.
const { inspect } = require('util');
const { show } = require('../table');

const caught = (fn) => { try { fn(); return undefined; } catch (error) { return error; } };
const error = caught(() => require('path').join(1));
show(
  () => [error.name, error.code, error.message, error.constructor === TypeError, error instanceof TypeError], () => String(error), () => Object.keys(error), () => Object.prototype.toString.call(error),
  () => inspect(error).split('\n')[0], () => JSON.stringify(error), () => Object.getOwnPropertyDescriptor(error, 'code'), () => Object.getOwnPropertyDescriptor(error, 'message'),
);
console.log(error.stack.split('\n')[0]);
const join = (value) => require('path').join(value);
class Named {}
show(
  () => join(null), () => join(undefined), () => join(true), () => join(-0), () => join(NaN), () => join(1n), () => join(Symbol('s')), () => join({}), () => join([]), () => join(new Named()), () => join(Object.create(null)),
  () => join(() => {}), () => join(function named() {}), () => join(Named), () => join(new Map()), () => join(new Proxy({}, {})), () => join({ constructor: { name: '' } }),
  () => Buffer.alloc(-1), () => Buffer.alloc(1e21), () => Buffer.alloc('x'.repeat(40)), () => Buffer.alloc("it's"), () => Buffer.from({}), () => Buffer.from('x', 'y'),
  () => setTimeout('x'), () => setImmediate(), () => process.nextTick(1), () => queueMicrotask(1), () => process.chdir(1), () => process.kill('x'), () => process.hrtime(1), () => process.hrtime([1]),
  () => require('util').inspect.defaultOptions = null, () => require(1), () => require(''), () => process.emitWarning(1), () => process.setUncaughtExceptionCaptureCallback(1),
);
