'use strict';
// util.format and stripVTControlCharacters for random pieces.

const util = require('util');

let seed = 7;
const random = (count) => (seed = (seed * 1103515245 + 12345) & 0x7fffffff, (seed >> 8) % count);
const some = (pieces, most) => Array.from({ length: random(most) + 1 }, () => pieces[random(pieces.length)]);

const directives = ['%', '%%', '%s', '%d', '%i', '%f', '%j', '%o', '%O', '%c', '%x', 'a', ' '];
const values = ['text', 1, -0, 1.5, true, null, undefined, Symbol('x'), { a: 1 }, [1, 2], '%s', '', NaN, { toString() { return 'own'; } }];
for (let count = 0; count < 200; count++) console.log(util.format(some(directives, 5).join(''), ...some(values, 4)));
console.log(util.format(), util.format('%'), util.format(1, '%s'), util.format('%s%', 2), util.format('%%s', 1));

const sequences = ['\x1b', '\x9b', '[', '1', '31', '12345', ';', ':', 'm', 'K', 'x', '?', '\x1b[', '\x1b[31m', '\x1b[1;31m', '\x1b[0m', '\x1b[;m',
  '\x1b]8;;http://a\x07', '\x1b]', 'hello'];
for (let count = 0; count < 300; count++) console.log(JSON.stringify(util.stripVTControlCharacters(some(sequences, count % 10 === 0 ? 60 : 10).join(''))));
