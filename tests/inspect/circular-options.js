'use strict';
const util = require('util');
const o = { a: { b: [] } };
o.a.b.push(o, o.a);
for (const options of [{ compact: true }, { compact: false }, { compact: 1 }, { showHidden: true }, { depth: 1 }, { sorted: true }]) {
  console.log(util.inspect(o, options));
}
const proxied = {};
proxied.p = new Proxy(proxied, {});
console.log(proxied);
console.log(util.inspect(proxied, { showProxy: true, depth: 1 }));
