'use strict';
const util = require('util');
const { custom } = util.inspect;
console.log(custom, custom === Symbol.for('nodejs.util.inspect.custom'));
console.log({ [custom]() { return 'my own words'; } }, [{ [custom]() { return 'in array'; } }]);
console.log({ [custom]() { return 'two\nlines'; } }, { a: { b: { [custom]() { return 'two\nlines'; } } } });
console.log({ [custom]() { return { replaced: true }; } }, { [custom]() { return this; }, own: 1 }, { [custom]() { return 5; } }, { [custom]() { return null; } }, { [custom]() { return undefined; } });
console.log({ [custom]: 'not a function' });
console.log({ [custom](depth, options, inspect) { return `${depth} ${Object.keys(options)} ${inspect === util.inspect}`; } });
console.log({ a: { b: { [custom](depth, options, inspect) { return `depth ${depth}: ${inspect({ q: { r: { s: 1 } } }, options)}`; } } } });
console.log(util.inspect({ [custom](depth, options) { return `${depth} ${options.extra} ${options.depth}`; } }, { extra: 'passed on', depth: 7 }));
console.log(util.inspect({ [custom](depth, options) { return options.stylize('styled', 'number'); } }, { colors: true }));
console.log(util.inspect({ [custom]() { return 'not called'; }, x: 1 }, { customInspect: false }));
class Money { constructor(v) { this.v = v; } [custom](depth, options) { return depth < 0 ? options.stylize('[Money]', 'special') : `Money<${this.v}>`; } }
console.log(new Money(5), [new Money(6)], { a: { b: { c: { m: new Money(7) } } } }, { a: { b: { m: new Money(8) } } }, Money.prototype);
console.log(util.inspect(new Money(9), { depth: -1 }), util.inspect(new Money(9), { depth: null }));
try { console.log({ [custom]() { throw new TypeError('from custom'); } }); } catch (error) { console.log(error.message); }
class StaticCustom { static [custom]() { return 'static custom'; } }
console.log(StaticCustom);
console.log(util.inspect({ [custom]: util.inspect }));
console.log(new Map([[{ [custom]() { return 'K'; } }, { [custom]() { return 'V'; } }]]));
