'use strict';
// Every encoding, both ways, on well-formed and broken input; write; atob and btoa.
const { atob, btoa } = require('buffer');
const { show, dice } = require('../table');

const encodings = ['utf8', 'utf16le', 'latin1', 'ascii', 'base64', 'base64url', 'hex', 'binary'];
const bytes = [[], [97], [97, 98], [97, 98, 99], [0xff, 0xfe, 0xfd], [0xe2, 0x82, 0xac], [0xe2, 0x82], [0xf0, 0x9f, 0x98, 0x80], [0xf0, 0x9f, 0x98], [0xc3, 0x28], [0xed, 0xa0, 0x80], [0x80], [0xc0, 0x80], [0xf4, 0x90, 0x80, 0x80],
  [0, 0xd8], [0, 0xd8, 0, 0xdc], [0xef, 0xbb, 0xbf, 0x61], [0xe2, 0x28, 0xa1], [0xf0, 0x28, 0x8c, 0xbc], [0xf0, 0x80, 0x80, 0x41]];
for (const encoding of encodings) for (const each of bytes) console.log(encoding, each.join(), JSON.stringify(Buffer.from(each).toString(encoding)));
const texts = ['', 'a', 'ab', 'abc', 'abcd', 'é', '€', '😀', '\ud83d', '\ude00x', 'YQ==', 'YQ', 'YWI=', 'YW I=', 'Y', 'Y-_/+', '====', 'YQ==YQ==', 'YWJj!!!ZGVm', '0', '0f', '0fz1', '0F1g', 'zz', '  ab', 'ab  ', '\u0100\u0161'];
for (const encoding of encodings) for (const text of texts) console.log(encoding, JSON.stringify(text), Buffer.from(text, encoding).toString('hex'), Buffer.byteLength(text, encoding));
const roll = dice(5);
for (let i = 0; i < 60; i++) {
  const some = Buffer.from(Array.from({ length: roll(12) }, () => roll(256)));
  console.log(some.toString('hex'), JSON.stringify(some.toString()), some.toString('base64'), some.toString('base64url'), Buffer.from(some.toString('base64'), 'base64').equals(some), Buffer.from(some.toString('latin1'), 'latin1').equals(some));
}

const x = Buffer.from('hello world');
const write = (...values) => { const b = Buffer.alloc(8); const n = b.write(...values); return [n, b]; };
show(
  () => x.toString('nope'), () => x.toString('hex', 2, 4), () => x.toString(undefined, -3, 100), () => x.toString('utf8', 5, 2), () => x.toString('utf8', '2', '4'), () => x.toString('utf8', NaN, NaN), () => x.toString(1), () => x.toString(null), () => x.toLocaleString('hex'),
  () => x.hexSlice(0, 2), () => x.latin1Slice(), () => x.utf8Slice(5, 1), () => x.hexSlice(-1), () => Buffer.alloc(3).utf8Write('z', 1), () => Buffer.alloc(2).asciiWrite('q', 0, 1),
  () => write('héllo'), () => write('hi', 6), () => write('héé', 5), () => write('hello', 2, 2), () => write('6869', 'hex'), () => write('686', 1, 'hex'), () => write('zz', 'hex'), () => write(1), () => write('a', 9), () => write('a', -1), () => write('a', 0, 9), () => write('a', 0, -1),
  () => write('a', 'nope'), () => write('a', 0, 1, 'nope'), () => write('a', 1.5), () => write('a', 0, 'x'), () => write(), () => write('abc', 'utf16le'), () => write('abcdefg', 'ucs2'), () => write('YWJj', 'base64'), () => write('é€', 'latin1'), () => write('é€', 'ascii'), () => write('\ud800x'),
  () => write('abcdefg€'), () => write('a', null), () => write('abc', undefined, 2),
  () => btoa('abc'), () => btoa('é'), () => btoa('€'), () => btoa(), () => btoa(null), () => atob('YWJj'), () => atob(' YW Jj\n'), () => atob('YWJ'), () => atob('Y'), () => atob('YWJj='), () => atob('YW=='), () => atob('YW='), () => atob('YW-_'), () => atob(''), () => atob(), () => atob(null), () => atob('===='),
);
