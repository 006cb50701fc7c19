'use strict';
// pipe(): 'pipe', 'unpipe', back pressure, several destinations, and what a failing destination leaves behind.
const { Readable, Writable, PassThrough } = require('stream');

function source(count, options) {
  let next = 0;
  const stream = new Readable({
    read() {
      this.push(next < count ? `c${next++}` : null);
    },
    ...options,
  });
  for (const event of ['pause', 'resume', 'end', 'close', 'error']) stream.on(event, () => console.log('source', event));
  return stream;
}

function sink(name, answer, options) {
  const stream = new Writable({
    highWaterMark: 3,
    write(chunk, encoding, callback) {
      console.log(name, 'gets', String(chunk));
      answer(callback);
    },
    ...options,
  });
  for (const event of ['pipe', 'unpipe', 'drain', 'finish', 'close', 'error']) {
    stream.on(event, (value) => console.log(name, event, value instanceof Error ? value.message : ''));
  }
  return stream;
}

const at = {
  once: (callback) => callback(),
  later: (callback) => setImmediate(callback),
};
const rest = async () => {
  for (let turn = 0; turn < 30; turn++) await new Promise((resolve) => setImmediate(resolve));
};

async function run() {
  console.log('-- one');
  source(4).pipe(sink('slow', at.later));
  await rest();
  console.log('-- two');
  const both = source(4);
  both.pipe(sink('fast', at.once));
  both.pipe(sink('slow', at.later));
  console.log(both.listenerCount('data'), both._readableState.pipes.length);
  await rest();
  console.log('-- unpipe in between');
  const left = source(5);
  const gone = sink('gone', at.later);
  left.pipe(gone);
  setImmediate(() => {
    left.unpipe(gone);
    console.log(left.isPaused(), left.readableFlowing);
    left.unpipe(gone);
    left.resume();
  });
  await rest();
  console.log('-- unpipe all');
  const many = source(2);
  many.pipe(sink('a', at.once));
  many.pipe(sink('b', at.once));
  many.unpipe();
  await rest();
  console.log('-- end: false');
  source(1).pipe(sink('open', at.once), { end: false });
  await rest();
  console.log('-- the destination fails');
  source(4).pipe(sink('failing', (callback) => setImmediate(callback, new Error('full'))));
  await rest();
  console.log('-- the destination is closed');
  const closing = sink('closing', at.later);
  source(4).pipe(closing);
  setImmediate(() => closing.destroy());
  await rest();
  console.log('-- a source that has ended');
  const ended = source(0).resume();
  ended.on('end', () => setImmediate(() => ended.pipe(sink('late', at.once))));
  await rest();
  console.log('-- through');
  source(2).pipe(new PassThrough()).pipe(new PassThrough({ highWaterMark: 1 })).pipe(sink('last', at.later));
  await rest();
}
run();
