'use strict';
const zlib = require('zlib');
const { promisify } = require('util');
const { pipeline } = require('stream/promises');
const { Readable, Writable } = require('stream');

const pairs = [['deflate', 'inflate'], ['gzip', 'gunzip'], ['deflateRaw', 'inflateRaw'], ['gzip', 'unzip'], ['deflate', 'unzip']];
// Half of it can be compressed.
const large = Buffer.alloc(600_000);
for (let i = 0, seed = 1; i < large.length; i++) {
  seed = (seed * 48271) % 2147483647;
  large[i] = i % 2 === 0 ? seed & 255 : 7;
}
const big = (name) => `create${name[0].toUpperCase()}${name.slice(1)}`;

async function through(make, chunks, options) {
  const pieces = [];
  const stream = zlib[big(make)](options);
  await pipeline(Readable.from(chunks), stream, new Writable({ write(piece, _, done) { pieces.push(piece); setImmediate(done); } }));
  return { bytes: Buffer.concat(pieces), written: stream.bytesWritten };
}

(async () => {
  for (const [pack, unpack] of pairs) {
    for (const input of [Buffer.alloc(0), Buffer.from('text'), large]) {
      const packed = zlib[`${pack}Sync`](input);
      console.log(pack, unpack, input.length, packed.length < input.length + 100,
        zlib[`${unpack}Sync`](packed).equals(input),
        (await promisify(zlib[unpack])(await promisify(zlib[pack])(input, { level: 9 }))).equals(input),
        (await through(unpack, [packed])).bytes.equals(input));
    }
    for (const options of [{ chunkSize: 64 }, { level: 0 }, { level: 1, memLevel: 1, windowBits: 9 }, { strategy: zlib.constants.Z_HUFFMAN_ONLY },
      { flush: zlib.constants.Z_SYNC_FLUSH }]) {
      const part = large.subarray(0, 20_000);
      const { bytes, written } = await through(pack, [part.subarray(0, 1), part.subarray(1, 5000), part.subarray(5000)], options);
      const back = await through(unpack, Array.from({ length: Math.ceil(bytes.length / 777) }, (_, i) => bytes.subarray(i * 777, (i + 1) * 777)),
        { chunkSize: 64 });
      console.log(pack, unpack, JSON.stringify(options), written, back.bytes.equals(part), back.written === bytes.length);
    }
  }
  const info = zlib.gzipSync('x', { info: true });
  console.log(Object.keys(info), info.engine.constructor.name, info.engine.bytesWritten);
  await new Promise((resolve) => zlib.gunzip('garbage', (error, result) => {
    console.log(error.code, error.errno, error.message, result);
    resolve();
  }));
  await new Promise((resolve) => zlib.inflate(zlib.deflateSync(large), { maxOutputLength: 10 }, (error) => {
    console.log(error.code, error.message);
    resolve();
  }));
  flushing();
})();

function flushing() {
  const gzip = zlib.createGzip();
  const gunzip = zlib.createGunzip();
  gzip.pipe(gunzip);
  gunzip.once('data', (data) => {
    console.log('flushed', String(data), gzip.bytesWritten);
    gzip.params(0, zlib.constants.Z_DEFAULT_STRATEGY, () => {
      console.log('other parameters', gzip._level);
      gunzip.on('data', (more) => console.log('then', String(more)));
      gunzip.on('end', () => {
        console.log('end');
        closing();
      });
      gzip.end(' the rest');
    });
  });
  gzip.write('first');
  gzip.flush(() => console.log('flush is done'));
}

function closing() {
  const stream = zlib.createGzip();
  stream.on('error', ({ code }) => console.log('error', code));
  stream.on('close', () => {
    console.log('close', stream._closed);
    const broken = zlib.createInflate();
    broken.on('error', (error) => console.log(error.code, error.errno, error.message));
    broken.on('close', () => console.log('closed'));
    broken.end('garbage');
  });
  stream.close(() => console.log('close callback'));
  stream.write('late', (error) => console.log(error.code));
}
