'use strict';
const zlib = require('zlib');
const { promisify } = require('util');
const { Readable, Writable } = require('stream');
const { pipeline } = require('stream/promises');
const { eight } = require('./fixtures/eight.js');

const texts = eight((index) => Buffer.from(`${index} some text that repeats itself now and then `.repeat(22)).subarray(0, 1024));
const large = eight((index) => Buffer.from(JSON.stringify(
  Array.from({ length: 900 }, (_, at) => ({ id: at, name: `name ${at * index}`, tags: ['a', 'b', at % 7] })),
)).subarray(0, 32768));
const gzipped = texts.map((text) => zlib.gzipSync(text));
const gzippedLarge = large.map((text) => zlib.gzipSync(text));
const deflated = texts.map((text) => zlib.deflateSync(text));
const raw = texts.map((text) => zlib.deflateRawSync(text));
const quality = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } };
const brotli = texts.map((text) => zlib.brotliCompressSync(text, quality));

exports.calls = {
  'gzipSync of 1 KB': (turn) => zlib.gzipSync(texts[turn & 7]),
  'gunzipSync to 1 KB': (turn) => zlib.gunzipSync(gzipped[turn & 7]),
  'unzipSync to 1 KB': (turn) => zlib.unzipSync(gzipped[turn & 7]),
  'deflateSync of 1 KB': (turn) => zlib.deflateSync(texts[turn & 7]),
  'inflateSync to 1 KB': (turn) => zlib.inflateSync(deflated[turn & 7]),
  'deflateRawSync of 1 KB': (turn) => zlib.deflateRawSync(texts[turn & 7]),
  'inflateRawSync to 1 KB': (turn) => zlib.inflateRawSync(raw[turn & 7]),
  'gzipSync of 32 KB': (turn) => zlib.gzipSync(large[turn & 7]),
  'gzipSync of 32 KB, level 1': (turn) => zlib.gzipSync(large[turn & 7], { level: 1 }),
  'gunzipSync to 32 KB': (turn) => zlib.gunzipSync(gzippedLarge[turn & 7]),
  'brotliCompressSync of 1 KB, quality 4': (turn) => zlib.brotliCompressSync(texts[turn & 7], quality),
  'brotliDecompressSync to 1 KB': (turn) => zlib.brotliDecompressSync(brotli[turn & 7]),
  'zstdCompressSync of 1 KB': (turn) => zlib.zstdCompressSync(texts[turn & 7]),
  'crc32 of 1 KB': (turn) => zlib.crc32(texts[turn & 7]),
  'createGzip and close': () => zlib.createGzip().close(),
};

const gzip = promisify(zlib.gzip);
const gunzip = promisify(zlib.gunzip);
const deflate = promisify(zlib.deflate);
const brotliCompress = promisify(zlib.brotliCompress);
const nowhere = () => new Writable({ write(chunk, encoding, done) { done(); } });

exports.operations = {
  'gzip of 1 KB': (turn) => gzip(texts[turn & 7]),
  'gzip of 32 KB': (turn) => gzip(large[turn & 7]),
  'gunzip to 1 KB': (turn) => gunzip(gzipped[turn & 7]),
  '50 gunzip at once': () => Promise.all(Array.from({ length: 50 }, (_, index) => gunzip(gzipped[index & 7]))),
  'deflate of 1 KB': (turn) => deflate(texts[turn & 7]),
  'brotliCompress of 32 KB, quality 4': (turn) => brotliCompress(large[turn & 7], quality),
  'createGzip, 512 KB': () => pipeline(Readable.from([...large, ...large]), zlib.createGzip(), nowhere()),
  'createGunzip, 32 KB': (turn) => pipeline(Readable.from([gzippedLarge[turn & 7]]), zlib.createGunzip(), nowhere()),
};
