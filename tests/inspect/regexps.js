'use strict';
const util = require('util');
console.log(/a/, /a/gimsuy, /[/]\//, new RegExp('/'), new RegExp(''), /(?<name>x)/v, [/x/], { r: /y/g });
console.log(Object.assign(/a/, { extra: 1 }), { a: { b: { c: /z/, d: Object.assign(/z/, { e: 1 }) } } });
class Re extends RegExp {}
console.log(new Re('x', 'g'));
console.log(util.inspect(/a/g, { showHidden: true }));
const re = /x/g;
re.lastIndex = 3;
console.log(re, util.inspect(re, { showHidden: true }));
console.log('2024-01-02'.match(/(\d+)-(\d+)/), 'abc'.match(/b/g), 'x'.match(/(?<letter>x)(y)?/));
console.log(/x/d.exec('x'));
