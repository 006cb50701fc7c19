// Underscore: collections, functions, chains, templates.
const _ = require('underscore');

const stooges = [{ name: 'moe', age: 40 }, { name: 'larry', age: 50 }, { name: 'curly', age: 60 }];
console.log(_.pluck(stooges, 'name'), _.max(stooges, (s) => s.age).name, _.indexBy(stooges, 'age')[50]);
console.log(_.chain(stooges).filter((s) => s.age > 45).map((s) => s.name).sortBy().value());
console.log(_.partition([1, 2, 3, 4], (n) => n % 2), _.flatten([1, [2, [3, [4]]]], true), _.uniq([1, 1, 2]));
console.log(_.zip(['a', 'b'], [1, 2]), _.range(0, 10, 4), _.invert({ a: 'x' }), _.isEqual({ a: [1] }, { a: [1] }));
console.log(_.template('Hello <%= name %><% if (many) { %>s<% } %> <%- html %>')({ name: 'World', many: true, html: '<b>' }));
_.mixin({ shout: (text) => text.toUpperCase() });
console.log(_('quiet').shout(), _.compose((n) => n + 1, (n) => n * 2)(5), _.partial((a, b) => a - b, _, 3)(10));
const once = _.once(() => { console.log('only once'); return 7; });
console.log(once() + once());
_.defer(() => console.log('deferred'));
console.log(_.debounce.length, _.isRegExp(/x/), _.isTypedArray(new Uint8Array(1)), _.has({ a: { b: 1 } }, ['a', 'b']));
