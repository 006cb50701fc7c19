'use strict';
const util = require('util');
const show = (...args) => console.log(JSON.stringify(util.format(...args)));
show(); show(''); show('%'); show('%%'); show('%s'); show('%s', undefined); show('%s'); show('a', 'b', 'c'); show('%s', 'a', 'b');
show('%s %s', 'a'); show('%s:%s', 'a', 'b', 'c'); show('%%s', 'a'); show('%%%s%%', 'a'); show('%s%', 'a'); show('%5d', 5); show('100%', 5);
show(1, 2, 3); show(1, '%s', 3); show({}, '%s', 'x'); show(null, undefined); show('a', { b: 1 }, [2]); show('%c styled', 'color: red', 'rest');
show('%d apples and %i pears', '5', '6.7'); show('%s', 'a', 'b', { c: 1 }); show('%j', { toJSON() { return 'json'; } }); show('%j', undefined); show('%j', () => {});
const circular = {}; circular.self = circular;
show('%j', circular);
try { util.format('%j', { toJSON() { throw new Error('from toJSON'); } }); } catch (error) { console.log(error.message); }
try { util.format('%j', 10n); } catch (error) { console.log(error.name); }
show('%s', { toString() { return 'own toString'; } }); show('%s', new (class { toString() { return 'class toString'; } })());
show('%s', Object.create({ toString() { return 'inherited'; } })); show('%s', { [Symbol.toPrimitive]() { return 'primitive'; } });
show('%s', Object.create(null)); show('%s', { toString: 5 }); show('%s', new (class Foo { x = 1; })()); show('%s', new (class Foo extends Array {})(1, 2));
show('%s', [1, 'a', { b: 1 }]); show('%s', { a: { b: 1 } }); show('%s', new Date(0)); show('%s', Object('boxed')); show('%s', Object(5n));
show('%s', -0); show('%s', 12345678901234567890n); show('%d', -0); show('%i', -0.5); show('%f', 'x'); show('%d', {}); show('%d', [5]); show('%i', [5.5]);
show('%s %d', Symbol('a'), Symbol('b')); show('%i %f', Symbol('a'), Symbol('b')); show('%d', '0b11'); show('%i', 1e21); show('%f', 10n);
show('\n%s\t', 'x'); show('%s', 'x'.repeat(200)); show('😀%s', 'x'); show('%S %D', 1, 2); show('%o %O', { f() {} }, { f() {} });
