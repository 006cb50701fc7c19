'use strict';
// Two threads and one SharedArrayBuffer, which goes through everything that takes bytes while the other thread writes it. What is
// read of it may be old or new, byte by byte; it is never anything else, and nothing that is written is lost.

const { Worker, isMainThread, workerData, parentPort } = require('worker_threads');
const crypto = require('crypto');
const fs = require('fs');
const os = require('os');
const path = require('path');
const zlib = require('zlib');

const SIZE = 8192;
const ROUNDS = 60;

// The first half belongs to the main thread, the second to the worker; each writes 'a' or 'b' all over its own.
const isText = (text) => /^[ab]*$/.test(text);
const check = (name, holds) => { if (!holds) throw new Error(`${name} saw what nobody wrote`); };

function hammer(bytes, from, name) {
  const mine = Buffer.from(bytes.buffer, from, SIZE / 2);
  const whole = Buffer.from(bytes.buffer, 0, SIZE);
  const file = path.join(os.tmpdir(), `hexloop-shared-${process.pid}-${name}`);
  const done = { __proto__: null };
  const counted = (step, body) => { body(); done[step] = (done[step] ?? 0) + 1; };
  for (let round = 0; round < ROUNDS; round++) {
    const letter = round % 2 === 0 ? 'a' : 'b';
    counted('fill', () => mine.fill(letter));
    counted('write', () => check('write', mine.write(letter.repeat(100), 50, 'latin1') === 100 && mine[149] === letter.charCodeAt(0)));
    counted('toString', () => check('toString', isText(whole.toString('latin1')) && isText(whole.toString('utf8'))));
    counted('base64', () => check('base64', isText(Buffer.from(whole.toString('base64'), 'base64').toString())));
    counted('TextDecoder', () => check('TextDecoder', isText(new TextDecoder().decode(new Uint8Array(whole)))));
    counted('indexOf', () => check('indexOf', whole.indexOf('c') === -1 && whole.lastIndexOf(99) === -1 && mine.indexOf(letter) === 0));
    counted('compare', () => check('compare', [-1, 0, 1].includes(Buffer.compare(whole, Buffer.alloc(SIZE, 'a')))));
    counted('swap', () => { mine.swap16(); check('swap', isText(mine.toString('latin1'))); });
    counted('crypto', () => check('crypto', crypto.createHash('sha256').update(mine).digest('hex') ===
      crypto.createHash('sha256').update(letter.repeat(SIZE / 2)).digest('hex')));
    counted('hash of both', () => check('hash', crypto.createHash('sha1').update(whole).digest().length === 20));
    counted('zlib', () => check('zlib', isText(zlib.inflateSync(zlib.deflateSync(whole)).toString('latin1'))));
    counted('crc32', () => check('crc32', zlib.crc32(mine) === zlib.crc32(letter.repeat(SIZE / 2))));
    counted('fs', () => {
      fs.writeFileSync(file, whole);
      check('writeFileSync', isText(fs.readFileSync(file, 'latin1')));
      const fd = fs.openSync(file, 'w+');
      fs.writeSync(fd, whole, 0, SIZE);
      fs.writeSync(fd, letter.repeat(SIZE / 2), 0);
      fs.readSync(fd, mine, 0, SIZE / 2, 0);
      fs.closeSync(fd);
      check('readSync', mine.equals(Buffer.alloc(SIZE / 2, letter)));
    });
    // Beyond what the other reads.
    counted('random', () => crypto.randomFillSync(new Uint8Array(bytes.buffer, SIZE + from / 128, 16)));
  }
  fs.rmSync(file);
  return Object.entries(done).map(([step, count]) => `${step} ${count}`).join(', ');
}

if (isMainThread) {
  const bytes = new Uint8Array(new SharedArrayBuffer(SIZE + 64)).fill(97);
  const gate = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(__filename, { workerData: { bytes, gate } });
  let theirs;
  worker.on('message', (message) => { theirs = message; });
  worker.on('error', (error) => console.log('worker', error.message));
  worker.once('online', () => {
    Atomics.store(gate, 0, 1);
    Atomics.notify(gate, 0);
    const ours = hammer(bytes, 0, 'main');
    worker.on('exit', (code) => {
      console.log(ours);
      console.log(ours === theirs, code, isText(Buffer.from(bytes.buffer, 0, SIZE).toString('latin1')));
    });
  });
} else {
  const { bytes, gate } = workerData;
  Atomics.wait(gate, 0, 0);
  parentPort.postMessage(hammer(bytes, SIZE / 2, 'worker'));
}
