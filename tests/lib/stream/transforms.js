'use strict';
// Transform: order of _transform, _flush, 'end', 'finish' and 'close'; a slow reader holds the writer.
const { Transform, PassThrough } = require('stream');

function report(name, stream) {
  for (const event of ['drain', 'prefinish', 'finish', 'end', 'close', 'error']) {
    stream.on(event, (err) => console.log(name, event, err?.message ?? '', stream.readableLength, stream.writableLength));
  }
  return stream;
}
const rest = async () => {
  for (let turn = 0; turn < 30; turn++) await new Promise((resolve) => setImmediate(resolve));
};

async function run() {
  for (const answer of [(fn) => fn(), (fn) => process.nextTick(fn), (fn) => Promise.resolve().then(fn), (fn) => setImmediate(fn)]) {
    console.log('--', String(answer));
    const upper = report('upper', new Transform({
      transform(chunk, encoding, callback) {
        console.log('_transform', String(chunk), encoding);
        if (String(chunk) === 'b') this.push('extra');
        answer(() => callback(null, String(chunk).toUpperCase()));
      },
      flush(callback) {
        console.log('_flush');
        answer(() => callback(null, 'rest'));
      },
    }));
    upper.on('data', (chunk) => console.log('data', String(chunk)));
    console.log(upper.write('a'), upper.write('b'));
    upper.end('c', () => console.log('end callback'));
    await rest();
  }
  console.log('-- held');
  const held = report('held', new PassThrough({ readableHighWaterMark: 2, writableHighWaterMark: 4 }));
  console.log(held.write('aa'), held.write('bb'), held.write('cc'), held.readableLength, held.writableLength);
  setImmediate(() => {
    console.log(String(held.read()), held.readableLength, held.writableLength);
    held.end();
    held.resume();
  });
  await rest();
  console.log('-- failing');
  const failing = report('failing', new Transform({ transform(chunk, encoding, callback) { callback(new Error('no')); } }));
  failing.on('data', () => {});
  failing.write('x', (err) => console.log('cb', err.message));
  await rest();
  console.log('-- failing flush');
  const flush = report('flush', new Transform({ transform(chunk, encoding, callback) { callback(); }, flush(callback) { callback(new Error('stuck')); } }));
  flush.resume().end('x');
  await rest();
  console.log('-- final of its own');
  const own = report('own', new Transform({
    transform(chunk, encoding, callback) { callback(null, chunk); },
    final(callback) {
      console.log('_final');
      callback();
    },
    flush(callback) {
      console.log('_flush');
      callback();
    },
  }));
  own.resume().end('x');
  await rest();
  const none = new Transform();
  try {
    none.write('x');
  } catch (err) {
    console.log(err.code, err.message);
  }
  console.log(new Transform({ readableHighWaterMark: 0 }).readableHighWaterMark, new Transform({ highWaterMark: 0 }).writableHighWaterMark);
}
run();
