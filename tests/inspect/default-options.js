const util = require('util');
console.log(util.inspect.defaultOptions);
const before = { ...util.inspect.defaultOptions };
util.inspect.defaultOptions.depth = 0;
console.log({ a: { b: 1 } });
util.inspect.defaultOptions = { numericSeparator: true, depth: 5 };
console.log(1234567, [1234567], { a: { b: { c: { d: 1 } } } });
console.log('%d', 1234567);
util.inspect.defaultOptions = { numericSeparator: false, compact: false };
console.log([1, { a: 1 }]);
util.inspect.defaultOptions = before;
util.inspect.defaultOptions.colors = true;
console.log(1, 'a', [1]);
console.log(5);
util.inspect.defaultOptions = before;
for (const wrong of [null, undefined, 5, 'x']) try { util.inspect.defaultOptions = wrong; } catch (error) { console.log(error.code, error.message); }
try { (() => { 'use strict'; util.inspect.defaultOptions.unknown = 1; })(); } catch (error) { console.log(error.name); }
console.log(util.inspect.defaultOptions);
