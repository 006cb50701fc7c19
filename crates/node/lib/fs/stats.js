'use strict';
// fs.Stats, from the eighteen numbers that crates/node/src/bindings/fs.rs returns.

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

for (const name of Object.keys(KINDS)) {
  Stats.prototype[name] = { [name]() { return (Number(this.mode) & KIND_MASK) === KINDS[name]; } }[name];
}

// Dates are created when read; most programs use mtimeMs or size.
for (const name of ['atime', 'mtime', 'ctime', 'birthtime']) {
  Object.defineProperty(Stats.prototype, name, {
    __proto__: null,
    enumerable: true,
    configurable: true,
    get() { return this[name] = new Date(Math.round(Number(this[`${name}Ms`]))); },
    set(value) {
      Object.defineProperty(this, name, { __proto__: null, value, writable: true, enumerable: true, configurable: true });
    },
  });
}

// With { bigint: true }.
function BigIntStats(...values) {
  const names = ['dev', 'mode', 'nlink', 'uid', 'gid', 'rdev', 'blksize', 'ino', 'size', 'blocks'];
  names.forEach((name, index) => { this[name] = values[index]; });
  const times = ['atime', 'mtime', 'ctime', 'birthtime'];
  times.forEach((name, index) => { this[`${name}Ms`] = values[10 + index] / 1000000n; });
  times.forEach((name, index) => { this[`${name}Ns`] = values[10 + index]; });
}

Object.setPrototypeOf(BigIntStats.prototype, Stats.prototype);

function milliseconds(seconds, nanoseconds) {
  return seconds * 1000 + nanoseconds / 1e6;
}

function statsFrom(n, bigint) {
  if (bigint) {
    const nanoseconds = (at) => BigInt(n[at]) * 1000000000n + BigInt(n[at + 1]);
    const times = [10, 12, 14, 16].map(nanoseconds);
    return new BigIntStats(...Array.from({ length: 10 }, (_, at) => BigInt(n[at])), ...times);
  }
  return new Stats(
    n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7], n[8], n[9],
    milliseconds(n[10], n[11]), milliseconds(n[12], n[13]), milliseconds(n[14], n[15]), milliseconds(n[16], n[17]));
}

class StatFs {
  constructor([type, bsize, frsize, blocks, bfree, bavail, files, ffree]) {
    Object.assign(this, { type, bsize, frsize, blocks, bfree, bavail, files, ffree });
  }
}

function statFsFrom(numbers, bigint) {
  return new StatFs(bigint ? numbers.map(BigInt) : numbers);
}

module.exports = { Stats, BigIntStats, statsFrom, statFsFrom };
