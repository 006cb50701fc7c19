'use strict';
// cork() gathers, uncork() lets go; _writev takes all that waits at once.
const { Writable } = require('stream');

function sink(more) {
  const stream = new Writable({
    write(chunk, encoding, callback) {
      console.log('_write', String(chunk), encoding);
      setImmediate(callback);
    },
    ...more,
  });
  for (const event of ['drain', 'finish', 'close']) stream.on(event, () => console.log(event));
  return stream;
}

const plain = sink();
plain.cork();
plain.cork();
console.log(plain.write('a'), plain.write('b'), plain.writableCorked, plain.writableLength);
plain.uncork();
console.log(plain.writableCorked, plain.writableBuffer.map(({ chunk }) => String(chunk)));
plain.uncork();
console.log(plain.writableCorked, plain.writableBuffer.length);
plain.uncork();
plain.end('z');

plain.on('close', () => {
  const vector = sink({
    decodeStrings: false,
    highWaterMark: 3,
    writev(requests, callback) {
      console.log('_writev', requests.map(({ chunk, encoding }) => `${chunk} ${encoding}`), requests.allBuffers);
      process.nextTick(callback);
    },
  });
  vector.write('first', 'latin1');
  for (const text of ['b', 'c', 'd']) vector.write(text, () => console.log('written', text));
  vector.cork();
  process.nextTick(() => {
    vector.write(Buffer.from('e'));
    vector.uncork();
  });
  setImmediate(() => {
    vector.cork();
    vector.write('f');
    vector.end('g');
  });
  vector.on('close', () => {
    const only = new Writable({
      writev(requests, callback) {
        console.log('only _writev', requests.length);
        callback();
      },
    });
    only.write('1');
    only.cork();
    only.write('2');
    only.write('3');
    only.uncork();
    only.end();
    only.on('finish', () => console.log('only finish'));
  });
});
