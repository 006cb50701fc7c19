'use strict';
// A Transform that has ended its readable side still takes writes, each a tick later.
const { Readable, Transform } = require('stream');

const ending = new Transform({
  highWaterMark: 4,
  transform(chunk, encoding, callback) {
    console.log('transform', String(chunk));
    if (String(chunk)[0] === 'a') this.push(null);
    callback();
  },
});
for (const name of ['end', 'finish', 'close', 'drain', 'error', 'prefinish']) ending.on(name, () => console.log(name));
ending.resume();
console.log(ending.write('abcdef', () => console.log('written 1')), ending.writableNeedDrain);
setTimeout(() => {
  console.log(ending.write('b', () => console.log('written 2')), ending.writableLength);
  setTimeout(() => ending.end('c', paused), 5);
}, 5);

function paused() {
  let left = 5;
  const source = new Readable({ highWaterMark: 16384, read() { if (left--) this.push(Buffer.alloc(20000)); } });
  const once = new Transform({ highWaterMark: 16384, transform(chunk, encoding, callback) { this.push(null); callback(); } });
  source.pipe(once).resume().on('end', () => console.log('left', left, source.isPaused()));
}
