'use strict';
// indexOf where the needle's first byte is everywhere, nowhere, or at the very end.
const { Buffer } = require('buffer');

const all = Buffer.alloc(1000, 'ab');
all.write('abc', 900);
console.log(all.indexOf('abc'), all.indexOf('abc', 901), all.indexOf('abd'), all.includes('bc'));
for (const starts of [0, 1, 31, 32, 33, 34, 100]) {
  const bytes = Buffer.from(`${'nx'.repeat(starts)}needle`);
  console.log(starts, bytes.indexOf('needle'), bytes.indexOf('needle', 1), bytes.indexOf('needles'), bytes.indexOf('nx', -6));
}
const same = Buffer.alloc(100, 'n');
console.log(same.indexOf('nn'), same.indexOf('nn', 98), same.indexOf('nn', 99), same.indexOf('nm'));
console.log(same.indexOf('n'.repeat(100)), same.indexOf('n'.repeat(101)), Buffer.from('xn').indexOf('nn'), Buffer.from('nnx').indexOf('nx'));
