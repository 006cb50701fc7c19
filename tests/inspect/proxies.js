'use strict';
const util = require('util');
const loud = new Proxy({}, { get() { throw new Error('trap ran'); }, ownKeys() { throw new Error('trap ran'); }, getPrototypeOf() { throw new Error('trap ran'); } });
console.log(loud, new Proxy({ a: 1 }, {}), new Proxy([1, 2], {}), new Proxy(function f() {}, {}), new Proxy(class C {}, {}));
console.log(new Proxy(new Proxy({ a: 1 }, {}), {}), [new Proxy({ a: { b: { c: {} } } }, {})], { p: new Proxy(new Map([[1, 2]]), {}) });
const { proxy, revoke } = Proxy.revocable({}, {});
revoke();
console.log(proxy, [proxy]);
for (const value of [loud, new Proxy({ a: 1 }, { get() {} }), new Proxy([1, 2], { x: 1 }), new Proxy(new Proxy({}, {}), {}), proxy, [new Proxy({}, {})], { a: { b: { c: new Proxy({}, {}) } } }]) {
  console.log(util.inspect(value, { showProxy: true }), util.inspect(value, { showProxy: true, depth: 0 }));
}
console.log(util.inspect(new Proxy({ a: 1 }, {}), { colors: true }), util.inspect(new Proxy({ a: 1 }, {}), { colors: true, showProxy: true }));
console.log(util.inspect(new Proxy({ long: 'x'.repeat(40) }, { get: function get() {}, has: function has() {} }), { showProxy: true }));
console.log(util.format('%s %o', new Proxy({ a: 1 }, {}), new Proxy({ a: 1 }, {})));
console.log(new Proxy({ [util.inspect.custom]() { return 'custom of target'; } }, {}));
