'use strict';
// CompressionStream and DecompressionStream: what they take, what they say about bad data, and how both sides end.
const util = require('util');
const zlib = require('zlib');

function attempt(what, act) {
  try {
    console.log(what, act());
  } catch ({ name, code, message }) {
    console.log(what, name, code, message);
  }
}

const report = ({ name, code, message, cause }) => `${name} ${code} ${message}${cause ? `, since ${cause.message}` : ''}`;

async function collect(readable) {
  const chunks = [];
  for await (const chunk of readable) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function shape() {
  attempt('no format', () => new CompressionStream());
  attempt('another format', () => new CompressionStream('zstd'));
  attempt('a number', () => new DecompressionStream(5));
  for (const Class of [CompressionStream, DecompressionStream]) {
    console.log(new Class('gzip'), util.inspect(new Class('deflate'), { depth: 0 }), Class.length);
    console.log(Object.getOwnPropertyDescriptors(Class.prototype));
    const stream = new Class('brotli');
    console.log(String(stream), stream.readable === stream.readable, require('stream/web')[Class.name] === Class);
  }
}

async function thereAndBack() {
  for (const format of ['gzip', 'deflate', 'deflate-raw', 'brotli']) {
    const text = `${format} `.repeat(50_000);
    const packed = await collect(new Blob([text]).stream().pipeThrough(new CompressionStream(format)));
    const unpacked = await collect(new Blob([packed]).stream().pipeThrough(new DecompressionStream(format)));
    console.log(format, packed.length < text.length / 10, unpacked.toString() === text);
  }
}

async function chunks() {
  const kinds = { text: 'abc', number: 5, words: new Uint16Array([1, 2]), view: new DataView(new ArrayBuffer(3)),
    memory: new ArrayBuffer(4), shared: new SharedArrayBuffer(4), object: {}, null: null, undefined };
  for (const name of Object.keys(kinds)) {
    const { readable, writable } = new CompressionStream('gzip');
    const writer = writable.getWriter();
    writer.closed.catch(() => {});
    const read = collect(readable).then((bytes) => `${zlib.gunzipSync(bytes).length} bytes`, report);
    const wrote = await writer.write(kinds[name]).then(() => 'taken', report);
    writer.close().catch(() => {});
    console.log(name, '|', wrote, '|', await read);
  }
}

async function unpack(what, format, bytes) {
  const { readable, writable } = new DecompressionStream(format);
  const writer = writable.getWriter();
  writer.closed.catch(() => {});
  const read = collect(readable).then(String, report);
  const wrote = writer.write(bytes).then(() => 'taken', report);
  const closed = writer.close().then(() => 'closed', report);
  console.log(what, format, '|', await read, '|', await wrote, '|', await closed);
}

async function badData() {
  const pack = { 'gzip': zlib.gzipSync, 'deflate': zlib.deflateSync, 'deflate-raw': zlib.deflateRawSync,
    'brotli': zlib.brotliCompressSync };
  for (const format of Object.keys(pack)) {
    const good = pack[format]('some data');
    await unpack('whole', format, good);
    await unpack('cut', format, good.subarray(0, good.length - 2));
    await unpack('more behind it', format, Buffer.concat([good, Buffer.from([9, 9])]));
    await unpack('nothing', format, Buffer.alloc(0));
  }
  const gzip = pack.gzip('some data');
  await unpack('twice', 'gzip', Buffer.concat([gzip, gzip]));
  await unpack('zeros behind it', 'gzip', Buffer.concat([gzip, Buffer.alloc(4)]));
  await unpack('none at all', 'gzip', Buffer.from('this is no gzip'));
  await unpack('none at all', 'brotli', Buffer.from('this is no brotli'));
  gzip[gzip.length - 6] ^= 255;
  await unpack('a wrong sum', 'gzip', gzip);
}

async function endings() {
  const cancelled = new CompressionStream('gzip');
  await cancelled.readable.cancel('enough');
  await cancelled.writable.getWriter().write(new Uint8Array(2)).then(() => console.log('taken'), console.log);
  const aborted = new CompressionStream('gzip');
  await aborted.writable.abort(new Error('stop'));
  await aborted.readable.getReader().read().then(console.log, (error) => console.log(error.name, error.message));
}

shape();
thereAndBack().then(chunks).then(badData).then(endings);
