'use strict';
const util = require('util');
const values = ['text', 42, -0, 1.5, NaN, 10n, true, null, undefined, Symbol('s'), [1, [2, [3]]], { a: { b: { c: 1 } } }, () => {}, function named() {}, class Foo {}, new Date(0), /x/g, '12abc', '0x10', '', new Map([[1, 2]])];
for (const directive of ['%s', '%d', '%i', '%f', '%j', '%O', '%c', '%%', '%x', '%']) {
  for (const value of values) if (directive !== '%j' || typeof value !== 'bigint') console.log(directive, JSON.stringify(util.format(`<${directive}>`, value)));
}
for (const value of [1, 'a', [1], { a: { b: { c: { d: { e: { f: 1 } } } } } }]) console.log(util.format('%o', value));
