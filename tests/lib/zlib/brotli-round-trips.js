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

const { BROTLI_PARAM_LGWIN, BROTLI_PARAM_MODE, BROTLI_PARAM_QUALITY } = zlib.constants;
for (const options of [null, { chunkSize: 1 }, { flush: 4 }, { finishFlush: -1 }, { params: {} }, { params: { [BROTLI_PARAM_QUALITY]: 'x' } },
  { params: { [BROTLI_PARAM_QUALITY]: true } }, { params: { 10: 1 } }, { params: { '-1': 1 } }, { params: { abc: 1 } }, { params: { 0: 0, '00': 0 } },
  { params: { 4: 42 } }, { maxOutputLength: 0 }]) {
  attempt(`createBrotliCompress ${JSON.stringify(options)}`, () => zlib.createBrotliCompress(options));
}
attempt('a parameter of the other side', () => zlib.createBrotliDecompress({ params: { [BROTLI_PARAM_LGWIN]: 20 } }));

const packed = Buffer.from('0b058068656c6c6f2068656c6c6f03', 'hex');
for (const [name, input] of Object.entries({
  packed, half: packed.subarray(0, 6), nothing: '', garbage: 'garbage!', 'other garbage': Buffer.from([255, 255, 255]),
  'packed and more': Buffer.concat([packed, Buffer.from('more')]),
})) {
  attempt(name, () => zlib.brotliDecompressSync(input));
}
attempt('too long', () => zlib.brotliDecompressSync(packed, { maxOutputLength: 3 }));
attempt('junk is refused', () => zlib.brotliDecompressSync(Buffer.concat([packed, packed]), { rejectGarbageAfterEnd: true }));

const text = Buffer.from('It was the best of times, it was the worst of times. '.repeat(2000));
for (const params of [{}, { [BROTLI_PARAM_QUALITY]: 1 }, { [BROTLI_PARAM_QUALITY]: 5, [BROTLI_PARAM_LGWIN]: 16 }, { [BROTLI_PARAM_MODE]: 1, [BROTLI_PARAM_QUALITY]: 4 }]) {
  const small = zlib.brotliCompressSync(text, { params });
  console.log(JSON.stringify(params), small.length < 1000, zlib.brotliDecompressSync(small).equals(text));
}
zlib.brotliCompress(text, { params: { [BROTLI_PARAM_QUALITY]: 3 } }, (error, small) => zlib.brotliDecompress(small, (failure, back) => {
  console.log(error, failure, back.equals(text));
  const pack = zlib.createBrotliCompress({ params: { [BROTLI_PARAM_QUALITY]: 2 } });
  const unpack = zlib.createBrotliDecompress({ chunkSize: 64 });
  let came = '';
  unpack.on('data', (data) => { came += data; });
  unpack.on('end', () => console.log(came, pack.bytesWritten));
  pack.pipe(unpack);
  pack.write('first');
  pack.flush(() => pack.end(' and last'));
}));
zlib.brotliDecompress('garbage!', (error, result) => console.log(error.code, error.errno, result));
