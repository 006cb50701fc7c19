'use strict';
// What the modules export, and what the classes are made of.
const stream = require('stream');

function describe(owner, key) {
  const { get, set, value, enumerable } = Object.getOwnPropertyDescriptor(owner, key);
  const hidden = enumerable ? '' : '!';
  if (get || set) return `${String(key)} <${get ? 'get' : ''}${set ? 'set' : ''}>${hidden}`;
  return `${String(key)} ${typeof value}${typeof value === 'function' ? `(${value.length})` : ''}${hidden}`;
}

function show(name, owner) {
  console.log(name);
  for (const key of Reflect.ownKeys(owner).map(String).sort()) {
    const real = Reflect.ownKeys(owner).find((each) => String(each) === key);
    // toAsyncStreamable belongs to stream/iter, an experiment of Node's.
    if (!['arguments', 'caller', 'Symbol(Stream.toAsyncStreamable)'].includes(key)) console.log('  ', describe(owner, real));
  }
}

show('stream', stream);
show('stream.prototype', stream.prototype);
for (const name of ['Readable', 'Writable', 'Duplex', 'Transform', 'PassThrough']) {
  show(name, stream[name]);
  show(`${name}.prototype`, stream[name].prototype);
}
show('stream/promises', require('stream/promises'));
show('stream/consumers', require('stream/consumers'));
show('readable', new stream.Readable());
show('writable', new stream.Writable());
show('ReadableState', new stream.Readable()._readableState);
show('ReadableState.prototype', Object.getPrototypeOf(new stream.Readable()._readableState));
show('WritableState', new stream.Writable()._writableState);
show('WritableState.prototype', Object.getPrototypeOf(new stream.Writable()._writableState));
console.log(new stream.Readable(), new stream.Writable({ objectMode: true }), new stream.Transform(), new stream.PassThrough());
console.log(Object.getPrototypeOf(stream.Readable) === stream, Object.getPrototypeOf(stream.Duplex) === stream.Readable);
console.log(new stream.Duplex() instanceof stream.Writable, new stream.Readable() instanceof stream.Writable);
console.log(stream.Stream === stream, stream.call({}) === undefined, new stream.Stream() instanceof require('events'));
console.log(stream.promises === require('stream/promises'), require('node:stream') === stream);
const { promisify } = require('util');
console.log(promisify(stream.pipeline) === stream.promises.pipeline, promisify(stream.finished) === stream.promises.finished);
