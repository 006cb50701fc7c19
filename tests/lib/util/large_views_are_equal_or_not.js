'use strict';
// Large typed arrays and Buffers, however they were made: their bytes count, and so do properties that they were given.
const fs = require('fs');
const os = require('os');
const path = require('path');
const { isDeepStrictEqual } = require('util');

const SIZE = 5000;
const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'hexloop-views-')), 'file');
fs.writeFileSync(file, Buffer.alloc(SIZE));

const makers = {
  'Uint8Array': () => new Uint8Array(SIZE),
  'a slice': () => new Uint8Array(2 * SIZE).slice(SIZE),
  'Buffer.alloc': () => Buffer.alloc(SIZE),
  'Buffer.from': () => Buffer.from(new Uint8Array(SIZE)),
  'a part of a Buffer': () => Buffer.alloc(2 * SIZE).subarray(SIZE),
  'Buffer.concat': () => Buffer.concat([Buffer.alloc(SIZE - 5), Buffer.alloc(5)]),
  'a file': () => fs.readFileSync(file),
  'Float64Array': () => new Float64Array(SIZE),
  'BigInt64Array': () => new BigInt64Array(SIZE),
  'a class of its own': () => new (class Mine extends Uint8Array {})(SIZE),
};
for (const name of Object.keys(makers)) {
  const make = makers[name];
  const changed = make();
  changed[SIZE - 1] = typeof changed[0] === 'bigint' ? 1n : 1;
  const named = make();
  named.name = 1;
  const sameName = make();
  sameName.name = 1;
  const hidden = Object.defineProperty(make(), 'name', { value: 1, enumerable: false });
  const withSymbol = make();
  withSymbol[Symbol.for('s')] = 1;
  const removed = make();
  removed.name = 1;
  delete removed.name;
  console.log(name, [make(), changed, named, hidden, withSymbol, removed].map((other) => isDeepStrictEqual(make(), other)), isDeepStrictEqual(named, sameName));
}
fs.rmSync(path.dirname(file), { recursive: true });
