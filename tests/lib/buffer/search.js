'use strict';
// indexOf, includes, equals, compare, fill, copy, swap.
const { show, dice } = require('../table');

const x = Buffer.from('hello world');
const eight = () => Buffer.alloc(8);
const copy = (...values) => { const source = Buffer.from('abcdef'); const target = eight(); return [source.copy(target, ...values), target]; };
show(
  () => x.indexOf('o'), () => x.indexOf('o', 5), () => x.indexOf('o', -3), () => x.lastIndexOf('o'), () => x.lastIndexOf('o', 5), () => x.lastIndexOf('o', -7), () => x.indexOf(111), () => x.indexOf(Buffer.from('wor')), () => x.indexOf(''), () => x.indexOf('', 5), () => x.indexOf('', 100), () => x.lastIndexOf(''),
  () => x.indexOf({}), () => x.indexOf(null), () => x.indexOf('6f', 'hex'), () => x.indexOf('o', 'nope'), () => x.includes('wor'), () => x.includes('wor', 7), () => x.indexOf(new Uint8Array([111])), () => x.lastIndexOf('o', null), () => x.lastIndexOf('o', NaN), () => x.indexOf(256 + 111), () => x.indexOf('o', 0, 4), () => x.indexOf('o', 0, 5), () => x.indexOf('wor', 0, 8),
  () => Buffer.from('abc', 'utf16le').indexOf('b', 'utf16le'), () => Buffer.from('abcb', 'utf16le').lastIndexOf('b', undefined, 'utf16le'), () => Buffer.from('aaa').lastIndexOf('aa'), () => Buffer.from('').indexOf(''), () => Buffer.from('').lastIndexOf('a'),
  () => x.equals(1), () => x.equals(Buffer.from('hello world')), () => x.compare(1), () => x.compare(Buffer.from('world'), 0, 5, 6, 11), () => x.compare(x, 12), () => x.compare(x, -1), () => x.compare(x, 0, 100), () => x.compare(x, 0, 'x'), () => x.compare(x, 5, 2),
  () => eight().fill('ab'), () => eight().fill('ab', 1, 4), () => eight().fill('é', 1), () => eight().fill('abc', 'hex'), () => eight().fill('abcd', 0, 8, 'hex'), () => eight().fill(''), () => eight().fill('a', -1), () => eight().fill('a', 0, 9), () => eight().fill('a', 0, -1), () => eight().fill('a', 'x'), () => eight().fill(-1), () => eight().fill(256.7),
  () => eight().fill('a', 5, 2), () => eight().fill('a', 0, 8, 'nope'), () => eight().fill(), () => eight().fill(new Uint8Array(0)), () => eight().fill([1, 2]), () => eight().fill('€', 0, 8, 'latin1'), () => eight().fill('a', 9), () => eight().fill('a', {}), () => eight().fill(1, '2', '4'), () => eight().fill('a', 0, 8, 1), () => eight().fill(null),
  () => copy(), () => copy(2, 1, 3), () => copy(-1), () => copy(0, -1), () => copy(0, 7), () => copy(10), () => copy(7), () => copy(0, 2, 1), () => copy(0, 0, -1), () => copy('1', '1'), () => copy(NaN, NaN, NaN), () => x.copy(1), () => { const b = Buffer.from('abcdef'); return [b.copy(b, 2), b]; },
  () => Buffer.from('abcd').swap16(), () => Buffer.from('abcd').swap32(), () => Buffer.from('abcdefgh').swap64(), () => Buffer.from('abc').swap16(), () => Buffer.from('abc').swap32(), () => Buffer.from('abc').swap64(), () => Buffer.alloc(600, 'abcd').swap32().toString('latin1', 0, 8),
);
const roll = dice(5);
const hay = Buffer.from('abcabcaabbccab');
for (let i = 0; i < 200; i++) {
  const text = ['a', 'ab', 'abc', 'c', 'ccab', 'zz', ''][roll(7)];
  const needle = roll(3) === 0 ? Buffer.from(text) : roll(3) === 0 ? 97 + roll(3) : text;
  const offset = [undefined, roll(36) - 18][roll(2)];
  const end = [undefined, roll(36) - 18][roll(2)];
  console.log(String(needle), typeof needle, offset, end, hay.indexOf(needle, offset, end), hay.lastIndexOf(needle, offset, end), hay.includes(needle, offset, end));
}
