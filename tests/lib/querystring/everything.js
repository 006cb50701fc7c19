'use strict';
const qs = require('querystring');
const { show } = require('../table');
show(
  () => qs, () => qs.parse('a=1&b=2&a=3&=x&y&%zz=%41+b'), () => qs.parse(''), () => qs.parse('a:1;b:2', ';', ':'), () => qs.parse('a=1&b=2&c=3', '&', '=', { maxKeys: 2 }),
  () => qs.parse('a=1&b=2', null, null, { maxKeys: 0 }), () => qs.parse('a=%ff%41'), () => qs.parse('a==b&&c&=&d='), () => qs.parse('foo&&bar', '&&'),
  () => qs.parse('__proto__=1&constructor=2'), () => qs.parse('a=b+c', null, null, { decodeURIComponent: (text) => `<${text}>` }), () => qs.parse(1), () => qs.parse('a=b', '', ''),
  () => qs.parse('a=b', null, null, { decodeURIComponent() { throw new Error('no'); } }),
  () => qs.stringify({ a: [1, 'x y', true, null, undefined, {}], b: 1n, c: NaN, d: 'ü' }), () => qs.stringify(null), () => qs.stringify('a'), () => qs.stringify({ a: Infinity, b: '\u{1f600}' }),
  () => qs.stringify({ a: '' }, '&&', '=='), () => qs.stringify({ 'a b': 'c d' }, null, null, { encodeURIComponent: (text) => `<${text}>` }), () => qs.stringify({ a: '\ud800' }), () => qs.stringify({ a: [] , b: 1 }),
  () => qs.escape('\ud800'), () => qs.escape({ toString() { return 'a b'; } }), () => qs.escape(1), () => qs.escape("a!'()*~-_."), () => qs.unescape('%zz%41'), () => qs.unescapeBuffer('a%41%zz+%'), () => qs.unescape('a+b'),
);
