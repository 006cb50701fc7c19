'use strict';
const zlib = require('zlib');

function attempt(name, work) {
  try {
    const result = work();
    console.log(name, Buffer.isBuffer(result) ? JSON.stringify(String(result)) : typeof result);
  } catch (error) {
    console.log(name, error.name, error.code, error.errno, error.message, Object.keys(error).join());
  }
}

const makers = ['createDeflate', 'createInflate', 'createGzip', 'createGunzip', 'createDeflateRaw', 'createInflateRaw', 'createUnzip'];
for (const make of makers) {
  for (const options of [null, { chunkSize: 63 }, { chunkSize: 64 }, { chunkSize: 'x' }, { chunkSize: Infinity }, { windowBits: 7 }, { windowBits: 8 },
    { windowBits: 16 }, { windowBits: 0 }, { windowBits: 'x' }, { level: -2 }, { level: 10 }, { level: 'x' }, { level: NaN }, { memLevel: 0 },
    { memLevel: 10 }, { strategy: 5 }, { strategy: -1 }, { dictionary: 1 }, { dictionary: Buffer.from('a') }, { flush: 9 }, { flush: 'x' },
    { finishFlush: -1 }, { maxOutputLength: 0 }, { maxOutputLength: 'x' }]) {
    attempt(`${make} ${JSON.stringify(options)}`, () => zlib[make](options));
  }
}
for (const input of [undefined, null, 1, {}, [], true]) attempt(`gzipSync ${input}`, () => zlib.gzipSync(input));
attempt('gzip without a callback', () => zlib.gzip('x'));
attempt('gzip of a number', () => zlib.gzip(1, () => {}));

const gzipped = Buffer.from('1f8b0800000000000003cb48cdc9c9070086a6103605000000', 'hex');
const deflated = Buffer.from('789ccb48cdc9c907000 62c0215'.replace(' ', ''), 'hex');
for (const method of ['inflateSync', 'gunzipSync', 'unzipSync', 'inflateRawSync']) {
  for (const [name, input] of Object.entries({
    nothing: '', garbage: 'garbage', 'half a magic': Buffer.from([0x1f]), 'a magic': Buffer.from([0x1f, 0x8b]), gzipped, deflated,
    'half of gzipped': gzipped.subarray(0, 15), 'half of deflated': deflated.subarray(0, 8),
    'gzipped twice': Buffer.concat([gzipped, gzipped]), 'gzipped and zeros': Buffer.concat([gzipped, Buffer.alloc(10)]),
    'gzipped and garbage': Buffer.concat([gzipped, Buffer.from('garbage')]), 'deflated and garbage': Buffer.concat([deflated, Buffer.from('garbage')]),
  })) {
    attempt(`${method} of ${name}`, () => zlib[method](input));
  }
}
const hello = Buffer.from('hello');
const withDictionary = zlib.deflateSync('hello', { dictionary: hello });
attempt('no dictionary', () => zlib.inflateSync(withDictionary));
attempt('another dictionary', () => zlib.inflateSync(withDictionary, { dictionary: Buffer.from('world') }));
attempt('the dictionary', () => zlib.inflateSync(withDictionary, { dictionary: hello }));
attempt('the dictionary of a raw one', () => zlib.inflateRawSync(zlib.deflateRawSync('hello', { dictionary: hello }), { dictionary: hello }));
attempt('too long', () => zlib.inflateSync(zlib.deflateSync(Buffer.alloc(1000)), { maxOutputLength: 100 }));
attempt('junk is refused', () => zlib.inflateSync(Buffer.concat([deflated, hello]), { rejectGarbageAfterEnd: true }));
for (const args of [[], ['abc', 'x'], [1], ['abc', -1], ['abc', 2 ** 32], [new ArrayBuffer(3)]]) attempt(`crc32 ${args}`, () => zlib.crc32(...args));
console.log(zlib.crc32('abc'), zlib.crc32('abc', 5), zlib.crc32(hello, 0), zlib.crc32(new Uint16Array([1, 2])), zlib.crc32(''));
for (const args of [[], [1], [10, 0], [1, 9], ['x', 0]]) attempt(`params ${args}`, () => zlib.createDeflate().params(...args));
console.log(zlib.codes, Object.keys(zlib.constants).length, Object.isFrozen(zlib.constants));
