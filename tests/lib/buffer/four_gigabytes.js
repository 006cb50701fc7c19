'use strict';
// A buffer of 4 GB, less a byte: what is at its end can be read, written, searched and sent to a file, and one further is an
// error. Its memory is hardly touched. (Searching is not here: Node 26 answers negative indices beyond 2 GB.)
const fs = require('fs');
const os = require('os');
const path = require('path');

const size = 2 ** 32 - 1;
const big = Buffer.alloc(size);

function tell(label, work) {
  try {
    const made = work();
    console.log(label, Buffer.isBuffer(made) ? `Buffer of ${made.length}` : made);
  } catch (error) {
    console.log(label, error.name, error.code, error.message);
  }
}

function making() {
  tell('length', () => big.length);
  for (const make of ['alloc', 'allocUnsafe', 'allocUnsafeSlow']) {
    tell(make, () => Buffer[make](size));
    for (const refused of [2 ** 45, Number.MAX_SAFE_INTEGER, 2 ** 53, -1, NaN, Infinity, '5']) tell(`${make} ${refused}`, () => Buffer[make](refused));
  }
  tell('from', () => Buffer.from(big.buffer, size - 3, 3));
  tell('from beyond', () => Buffer.from(big.buffer, size + 1));
  tell('from too long', () => Buffer.from(big.buffer, size - 3, 4));
  tell('concat', () => Buffer.concat([big.subarray(size - 3), Buffer.from('z')]));
  tell('concat of too much', () => Buffer.concat([Buffer.from('a')], 2 ** 53));
}

function numbers() {
  tell('writeUInt32LE', () => big.writeUInt32LE(0xdeadbeef, size - 4));
  tell('readUInt32BE', () => big.readUInt32BE(size - 4));
  tell('one further', () => big.readUInt32BE(size - 3));
  tell('readInt8', () => big.readInt8(size - 1));
  tell('one further', () => big.readInt8(size));
  tell('readUIntBE', () => big.readUIntBE(size - 6, 6));
  tell('one further', () => big.readUIntBE(size - 5, 6));
  tell('readBigUInt64LE', () => big.readBigUInt64LE(size - 8));
  tell('writeDoubleLE', () => big.writeDoubleLE(1.5, size - 20));
  tell('readDoubleLE', () => big.readDoubleLE(size - 20));
  tell('[]', () => [big[size - 1], big[size]].join());
  tell('swap16', () => big.swap16());
}

function texts() {
  tell('write', () => big.write('hello', size - 10));
  tell('toString', () => big.toString('latin1', size - 10, size - 5));
  tell('write of too much', () => big.write('hello world', size - 3));
  tell('toString', () => big.toString('utf8', size - 3));
  tell('write beyond', () => big.write('x', size + 1));
  tell('write hex', () => big.write('ff00ff', size - 3, 'hex'));
  tell('hexSlice', () => big.hexSlice(size - 3));
  tell('slice', () => big.slice(-5).toString('hex'));
  tell('subarray', () => big.subarray(size - 5).byteOffset);
  for (const encoding of ['utf8', 'latin1', 'ascii', 'base64', 'base64url', 'hex', 'utf16le']) {
    tell(`all of it, ${encoding}`, () => big.toString(encoding).length);
  }
}

function copies() {
  tell('copy', () => {
    const target = Buffer.alloc(5);
    return `${big.copy(target, 0, size - 10, size - 5)} ${target}`;
  });
  tell('copy to its end', () => Buffer.from('abc').copy(big, size - 2));
  tell('copy beyond', () => Buffer.from('abc').copy(big, size + 1));
  tell('copy within', () => `${big.copy(big, 2 ** 31, size - 10, size - 5)} ${big.latin1Slice(2 ** 31, 2 ** 31 + 5)}`);
  tell('fill', () => big.fill('ab', size - 4).hexSlice(size - 6));
  tell('fill with a number', () => big.fill(7, size - 2, size).hexSlice(size - 4));
  tell('fill beyond', () => big.fill(1, 0, size + 1));
  tell('compare', () => big.compare(Buffer.from('hello'), 0, 5, size - 10, size - 5));
  tell('compare beyond', () => big.compare(Buffer.from('x'), 0, 1, 0, size + 1));
}

function files(file) {
  fs.writeFileSync(file, '0123456789');
  const fd = fs.openSync(file, 'r+');
  tell('readSync', () => `${fs.readSync(fd, big, size - 5, 5, 0)} ${big.latin1Slice(size - 5)}`);
  tell('readSync of too much', () => fs.readSync(fd, big, size - 5, 6, 0));
  tell('readSync beyond', () => fs.readSync(fd, big, size + 1, 1, 0));
  tell('writeSync', () => fs.writeSync(fd, big, size - 5, 5, 10));
  tell('writeSync of too much', () => fs.writeSync(fd, big, size - 5, 6, 10));
  tell('the file', () => fs.readFileSync(file, 'latin1'));
  tell('write at 8 GB', () => fs.writeSync(fd, 'z', 2 ** 33));
  tell('its size', () => fs.fstatSync(fd).size);
  tell('read at 8 GB', () => `${fs.readSync(fd, big, 0, 10, 2 ** 33)} ${big.latin1Slice(0, 1)}`);
  tell('readFileSync', () => fs.readFileSync(file));
  tell('readFileSync as text', () => fs.readFileSync(file, 'utf8'));
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
