'use strict';
// Queries of random pieces, with usual and unusual separators and decoders.

const qs = require('querystring');

let seed = 7;
const random = (count) => (seed = (seed * 1103515245 + 12345) & 0x7fffffff, (seed >> 8) % count);
const pieces = ['a', 'b', '=', '&', '+', '%20', '%zz', '%2', '\u00e9', '__proto__', '1', ' ', '&&', '==', ';', ':'];
const separators = [undefined, undefined, '&', ';', '&&', '+'];
const signs = [undefined, undefined, '=', ':', '=='];
const brackets = { decodeURIComponent: (text) => `[${text}]` };

for (let count = 0; count < 400; count++) {
  let query = '';
  for (let left = random(10); left >= 0; left--) query += pieces[random(pieces.length)];
  const separator = separators[random(separators.length)];
  const equals = signs[random(signs.length)];
  console.log(JSON.stringify([
    qs.parse(query, separator, equals), qs.parse(query, separator, equals, { maxKeys: random(4) }), qs.parse(query, separator, equals, brackets),
    qs.stringify(qs.parse(query), separator, equals), qs.escape(query),
  ]));
}

String.prototype.charCodeAt = () => 65;
console.log(qs.stringify({ a: 'x y&\u00e9' }), JSON.stringify(qs.parse('a=%20')));
