'use strict';
// fs.Stats, from the eighteen numbers that crates/node/src/bindings/fs.rs returns.

const {
  arrayForEach, arrayMap, arrayStaticFrom, mathRound, objectAssign, objectDefineProperty, objectKeys, objectSetPrototypeOf,
} = require('core/intrinsics');
const { each } = require('core/safe/walk');
const KINDS = {
  __proto__: null,
  isDirectory: 0o040000,
  isFile: 0o100000,
  isBlockDevice: 0o060000,
  isCharacterDevice: 0o020000,
  isSymbolicLink: 0o120000,
  isFIFO: 0o010000,
  isSocket: 0o140000,
};
const KIND_MASK = 0o170000;

function Stats(dev, mode, nlink, uid, gid, rdev, blksize, ino, size, blocks, atimeMs, mtimeMs, ctimeMs, birthtimeMs) {
  this.dev = dev;
  this.mode = mode;
  this.nlink = nlink;
  this.uid = uid;
  this.gid = gid;
  this.rdev = rdev;
  this.blksize = blksize;
  this.ino = ino;
  this.size = size;
  this.blocks = blocks;
  this.atimeMs = atimeMs;
  this.mtimeMs = mtimeMs;
  this.ctimeMs = ctimeMs;
  this.birthtimeMs = birthtimeMs;
}

for (const name of each(objectKeys(KINDS))) {
  Stats.prototype[name] = { [name]() { return (Number(this.mode) & KIND_MASK) === KINDS[name]; } }[name];
}

// Dates are created when read; most programs use mtimeMs or size.
for (const name of each(['atime', 'mtime', 'ctime', 'birthtime'])) {
  objectDefineProperty(Stats.prototype, name, {
    __proto__: null,
    enumerable: true,
    configurable: true,
    get() { return this[name] = new Date(mathRound(Number(this[`${name}Ms`]))); },
    set(value) {
      objectDefineProperty(this, name, { __proto__: null, value, writable: true, enumerable: true, configurable: true });
    },
  });
}

// With { bigint: true }.
function BigIntStats(...values) {
  const names = ['dev', 'mode', 'nlink', 'uid', 'gid', 'rdev', 'blksize', 'ino', 'size', 'blocks'];
  arrayForEach(names, (name, index) => { this[name] = values[index]; });
  const times = ['atime', 'mtime', 'ctime', 'birthtime'];
  arrayForEach(times, (name, index) => { this[`${name}Ms`] = values[10 + index] / 1000000n; });
  arrayForEach(times, (name, index) => { this[`${name}Ns`] = values[10 + index]; });
}

objectSetPrototypeOf(BigIntStats.prototype, Stats.prototype);

function milliseconds(seconds, nanoseconds) {
  return seconds * 1000 + nanoseconds / 1e6;
}

function statsFrom(n, bigint) {
  if (bigint) {
    const nanoseconds = (at) => BigInt(n[at]) * 1000000000n + BigInt(n[at + 1]);
    const times = arrayMap([10, 12, 14, 16], nanoseconds);
    return new BigIntStats(...each(arrayStaticFrom({ length: 10 }, (_, at) => BigInt(n[at]))), ...each(times));
  }
  return new Stats(
    n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7], n[8], n[9],
    milliseconds(n[10], n[11]), milliseconds(n[12], n[13]), milliseconds(n[14], n[15]), milliseconds(n[16], n[17]));
}

class StatFs {
  constructor({ 0: type, 1: bsize, 2: frsize, 3: blocks, 4: bfree, 5: bavail, 6: files, 7: ffree }) {
    objectAssign(this, { type, bsize, frsize, blocks, bfree, bavail, files, ffree });
  }
}

function statFsFrom(numbers, bigint) {
  return new StatFs(bigint ? arrayMap(numbers, BigInt) : numbers);
}

module.exports = { Stats, BigIntStats, statsFrom, statFsFrom };
