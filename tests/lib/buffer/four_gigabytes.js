'use strict';
// A buffer of 4 GB, less a byte: what is at its end can be read, written, searched and sent to a file, and one further is an
// error. Its memory is hardly touched. (Searching is not here: Node 26 answers negative indices beyond 2 GB.)
const fs = require('fs');
const os = require('os');
const path = require('path');

const size = 2 ** 32 - 1;
const big = Buffer.alloc(size);

function report(label, work) {
  try {
    const made = work();
    console.log(label, Buffer.isBuffer(made) ? `Buffer of ${made.length}` : made);
  } catch (error) {
    console.log(label, error.name, error.code, error.message);
  }
}

function making() {
  report('length', () => big.length);
  for (const make of ['alloc', 'allocUnsafe', 'allocUnsafeSlow']) {
    report(make, () => Buffer[make](size));
    for (const refused of [2 ** 45, Number.MAX_SAFE_INTEGER, 2 ** 53, -1, NaN, Infinity, '5']) report(`${make} ${refused}`, () => Buffer[make](refused));
  }
  report('from', () => Buffer.from(big.buffer, size - 3, 3));
  report('from beyond', () => Buffer.from(big.buffer, size + 1));
  report('from too long', () => Buffer.from(big.buffer, size - 3, 4));
  report('concat', () => Buffer.concat([big.subarray(size - 3), Buffer.from('z')]));
  report('concat of too much', () => Buffer.concat([Buffer.from('a')], 2 ** 53));
}

function numbers() {
  report('writeUInt32LE', () => big.writeUInt32LE(0xdeadbeef, size - 4));
  report('readUInt32BE', () => big.readUInt32BE(size - 4));
  report('one further', () => big.readUInt32BE(size - 3));
  report('readInt8', () => big.readInt8(size - 1));
  report('one further', () => big.readInt8(size));
  report('readUIntBE', () => big.readUIntBE(size - 6, 6));
  report('one further', () => big.readUIntBE(size - 5, 6));
  report('readBigUInt64LE', () => big.readBigUInt64LE(size - 8));
  report('writeDoubleLE', () => big.writeDoubleLE(1.5, size - 20));
  report('readDoubleLE', () => big.readDoubleLE(size - 20));
  report('[]', () => [big[size - 1], big[size]].join());
  report('swap16', () => big.swap16());
}

function texts() {
  report('write', () => big.write('hello', size - 10));
  report('toString', () => big.toString('latin1', size - 10, size - 5));
  report('write of too much', () => big.write('hello world', size - 3));
  report('toString', () => big.toString('utf8', size - 3));
  report('write beyond', () => big.write('x', size + 1));
  report('write hex', () => big.write('ff00ff', size - 3, 'hex'));
  report('hexSlice', () => big.hexSlice(size - 3));
  report('slice', () => big.slice(-5).toString('hex'));
  report('subarray', () => big.subarray(size - 5).byteOffset);
  for (const encoding of ['utf8', 'latin1', 'ascii', 'base64', 'base64url', 'hex', 'utf16le']) {
    report(`all of it, ${encoding}`, () => big.toString(encoding).length);
  }
}

function copies() {
  report('copy', () => {
    const target = Buffer.alloc(5);
    return `${big.copy(target, 0, size - 10, size - 5)} ${target}`;
  });
  report('copy to its end', () => Buffer.from('abc').copy(big, size - 2));
  report('copy beyond', () => Buffer.from('abc').copy(big, size + 1));
  report('copy within', () => `${big.copy(big, 2 ** 31, size - 10, size - 5)} ${big.latin1Slice(2 ** 31, 2 ** 31 + 5)}`);
  report('fill', () => big.fill('ab', size - 4).hexSlice(size - 6));
  report('fill with a number', () => big.fill(7, size - 2, size).hexSlice(size - 4));
  report('fill beyond', () => big.fill(1, 0, size + 1));
  report('compare', () => big.compare(Buffer.from('hello'), 0, 5, size - 10, size - 5));
  report('compare beyond', () => big.compare(Buffer.from('x'), 0, 1, 0, size + 1));
}

function files(file) {
  fs.writeFileSync(file, '0123456789');
  const fd = fs.openSync(file, 'r+');
  report('readSync', () => `${fs.readSync(fd, big, size - 5, 5, 0)} ${big.latin1Slice(size - 5)}`);
  report('readSync of too much', () => fs.readSync(fd, big, size - 5, 6, 0));
  report('readSync beyond', () => fs.readSync(fd, big, size + 1, 1, 0));
  report('writeSync', () => fs.writeSync(fd, big, size - 5, 5, 10));
  report('writeSync of too much', () => fs.writeSync(fd, big, size - 5, 6, 10));
  report('the file', () => fs.readFileSync(file, 'latin1'));
  report('write at 8 GB', () => fs.writeSync(fd, 'z', 2 ** 33));
  report('its size', () => fs.fstatSync(fd).size);
  report('read at 8 GB', () => `${fs.readSync(fd, big, 0, 10, 2 ** 33)} ${big.latin1Slice(0, 1)}`);
  report('readFileSync', () => fs.readFileSync(file));
  report('readFileSync as text', () => fs.readFileSync(file, 'utf8'));
  return fd;
}

async function main() {
  making();
  numbers();
  texts();
  copies();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hexloop-4gb-'));
  const file = path.join(folder, 'file');
  const fd = files(file);
  await fs.promises.readFile(file).catch((error) => console.log('promise', error.name, error.code, error.message));
  fs.read(fd, big, size - 3, 3, 0, (error, count, same) => {
    console.log('read', error, count, same === big, big.latin1Slice(size - 3));
    fs.closeSync(fd);
    fs.rmSync(folder, { recursive: true });
  });
}

main();
