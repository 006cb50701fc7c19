'use strict';
// The events of a Readable between ticks, promise jobs and immediates.
const { Readable } = require('stream');

function beat(left) {
  if (left === 0) return;
  process.nextTick(() => console.log('tick'));
  Promise.resolve().then(() => console.log('job'));
  setImmediate(() => {
    console.log('immediate');
    beat(left - 1);
  });
}

function report(name, stream) {
  for (const event of ['end', 'close', 'error', 'pause', 'resume']) {
    stream.on(event, (value) => console.log(name, event, value?.message ?? '', stream.readableLength, stream.destroyed));
  }
  return stream;
}

beat(6);
let count = 0;
const sync = report('sync', new Readable({
  highWaterMark: 4,
  read(size) {
    console.log('sync _read', size);
    this.push(count++ < 3 ? 'ab' : null);
  },
}));
sync.on('data', (chunk) => console.log('sync data', String(chunk)));

let later = 0;
const slow = report('slow', new Readable({
  objectMode: true,
  read() {
    console.log('slow _read');
    setImmediate(() => this.push(later++ < 2 ? { later } : null));
  },
}));
slow.on('readable', () => {
  console.log('slow readable', slow.readableLength);
  for (let chunk = slow.read(); chunk !== null; chunk = slow.read()) console.log('slow read', chunk);
});

const failing = report('failing', new Readable({
  read() {
    this.push('x');
    this.destroy(new Error('broken'));
  },
}));
failing.on('data', (chunk) => console.log('failing data', String(chunk)));

const throwing = report('throwing', new Readable({ read() { throw new Error('thrown'); } }));
throwing.resume();

const unread = report('unread', new Readable({ read() {} }));
unread.destroy();
