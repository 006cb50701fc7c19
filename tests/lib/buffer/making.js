'use strict';
// alloc, from, concat, compare, byteLength, and the shape of Buffer.
const buffer = require('buffer');
const { show, surface } = require('../table');

console.log(surface(Buffer.prototype));
show(
  () => Buffer === buffer.Buffer, () => [Buffer.name, Buffer.length, Buffer.poolSize], () => Object.getPrototypeOf(Buffer) === Uint8Array, () => Object.keys(Buffer), () => buffer.constants, () => [buffer.kMaxLength, buffer.kStringMaxLength, buffer.INSPECT_MAX_BYTES],
  () => Buffer.alloc(3), () => Buffer.alloc(), () => Buffer.alloc('1'), () => Buffer.alloc(-1), () => Buffer.alloc(1.5), () => Buffer.alloc(NaN), () => Buffer.alloc(3, 'ab'), () => Buffer.alloc(3, 'ab', 'nope'), () => Buffer.alloc(3, ''), () => Buffer.alloc(3, 'zz', 'hex'),
  () => Buffer.alloc(3, 1.5), () => Buffer.alloc(3, 257), () => Buffer.alloc(3, Buffer.from([1, 2])), () => Buffer.alloc(3, Buffer.alloc(0)), () => Buffer.alloc(3, null), () => Buffer.alloc(3, true), () => Buffer.alloc(3, {}), () => Buffer.alloc(3, 'a', 1), () => Buffer.alloc(3, new Uint16Array([0x0102])),
  () => Buffer.allocUnsafe(3).length, () => Buffer.allocUnsafeSlow(3).buffer.byteLength, () => Buffer.allocUnsafe(-1), () => Buffer.allocUnsafe(100000).length,
  () => Buffer.from(), () => Buffer.from(1), () => Buffer.from(null), () => Buffer.from({}), () => Buffer.from([1, 2, 300, -1, '3', 'x', 1.9]), () => Buffer.from({ length: 2, 0: 1, 1: 2 }), () => Buffer.from({ type: 'Buffer', data: [1, 2] }), () => Buffer.from({ type: 'Buffer', data: 1 }),
  () => Buffer.from({ valueOf() { return 'abc'; } }), () => Buffer.from(Object('abc')), () => Buffer.from({ [Symbol.toPrimitive]() { return 'xyz'; } }), () => Buffer.from(new ArrayBuffer(4), 1, 2), () => Buffer.from(new ArrayBuffer(4), 5), () => Buffer.from(new ArrayBuffer(4), 1, 4),
  () => Buffer.from(new ArrayBuffer(4), -1), () => Buffer.from(new ArrayBuffer(4), 'x'), () => Buffer.from(new ArrayBuffer(4), 1, -5), () => Buffer.from(new Uint16Array([1, 256, 65535])), () => Buffer.from(Symbol()), () => Buffer.from(() => {}), () => Buffer.from(true), () => Buffer.from(Object(5)),
  () => Buffer.from({ length: 'x' }), () => Buffer.from({ length: -1 }), () => Buffer.from(1n), () => Buffer.from('a', 1), () => Buffer.from([]), () => Buffer.from(new Set([1])), () => Buffer.from(''),
  () => { const shared = new Uint8Array([1, 2, 3]); const b = Buffer.from(shared.buffer); shared[0] = 9; return b; }, () => { const source = Buffer.from('abc'); const copy = Buffer.from(source); source[0] = 0; return copy; },
  () => Buffer.concat(), () => Buffer.concat([1]), () => Buffer.concat([]), () => Buffer.concat([Buffer.from('a'), new Uint8Array([98])], 5), () => Buffer.concat([Buffer.from('abc')], 2), () => Buffer.concat([Buffer.from('a')], -1), () => Buffer.concat([Buffer.from('a')], 'x'),
  () => Buffer.compare(1, 2), () => Buffer.compare(Buffer.from('a'), 'b'), () => Buffer.compare(Buffer.from('a'), Buffer.from('ab')), () => [Buffer.from('b'), Buffer.from('a')].sort(Buffer.compare), () => Buffer.of(1, 2, 3), () => Buffer.isBuffer(new Uint8Array(1)), () => Buffer.isBuffer(Buffer.alloc(0)),
  () => ['utf8', 'UTF-8', 'ucs2', 'utf16le', 'latin1', 'binary', 'base64', 'base64url', 'ascii', 'hex', 'buffer', '', 1, undefined].map((name) => Buffer.isEncoding(name)), () => Buffer.copyBytesFrom(new Uint16Array([1, 2, 3]), 1, 1), () => Buffer.copyBytesFrom(1), () => Buffer.copyBytesFrom(new Uint8Array(3), -1),
  () => Buffer.byteLength('é€😀\ud800'), () => Buffer.byteLength('abc=', 'base64'), () => Buffer.byteLength('abc', 'hex'), () => Buffer.byteLength('abc', 'ucs2'), () => Buffer.byteLength('é', 'nope'), () => Buffer.byteLength(1), () => Buffer.byteLength(new ArrayBuffer(3)),
  () => Buffer.from('abcdef').slice(-3), () => Buffer.from('abcdef').slice(1, -1), () => Buffer.from('abcdef').subarray(1.7, '3'), () => Buffer.from('abcdef').slice(4, 2), () => { const b = Buffer.from('abc'); b.slice(1)[0] = 0; return b; },
  () => Buffer.from('ab').map((x) => x + 1), () => Buffer.from('ab').filter((x) => x > 97), () => [...Buffer.from('ab').entries()], () => new Uint8Array(Buffer.from('a')).constructor.name, () => Buffer.from('ab').slice().constructor.name, () => Object.assign(Buffer.from('ab'), { foo: 1 }), () => Buffer.alloc(60), () => Buffer.alloc(2).inspect(),
  () => JSON.stringify(Buffer.from('ab')), () => Buffer.from(JSON.parse(JSON.stringify(Buffer.from('ab')))), () => Buffer.from('ab') + '', () => Buffer.from('ab') == 'ab', () => { buffer.INSPECT_MAX_BYTES = -1; }, () => Buffer.from('ab').parent.constructor.name,
  () => buffer.isUtf8(Buffer.from('é')), () => buffer.isUtf8(Buffer.from([0xff])), () => buffer.isAscii(Buffer.from('é')), () => buffer.isAscii(1), () => buffer.transcode(Buffer.from('€é'), 'utf8', 'latin1'), () => buffer.transcode(Buffer.from('é'), 'utf8', 'ucs2'), () => buffer.transcode('x', 'utf8', 'latin1'),
);
