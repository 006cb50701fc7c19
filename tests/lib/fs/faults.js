'use strict';
// Bad input, files that change while they are read, and signals that abort at every point: an error or the bytes, never a
// descriptor left open.
const fs = require('fs');
const os = require('os');
const path = require('path');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'faults-'));
const at = (name) => path.join(folder, name);
const openNow = () => fs.readdirSync('/proc/self/fd').length;
const kind = (error) => `${error.name} ${error.code} ${error.message.replaceAll(folder, '')}`;
const attempt = (work) => {
  try {
    return work();
  } catch (error) {
    return kind(error);
  }
};

async function shrinking() {
  fs.writeFileSync(at('shrinks'), Buffer.alloc(300_000, 'x'));
  let bytes = 0;
  const stream = fs.createReadStream(at('shrinks'));
  stream.once('data', () => fs.truncateSync(at('shrinks'), 100_000));
  stream.on('data', (chunk) => { bytes += chunk.length; });
  await new Promise((resolve) => { stream.on('close', resolve); });
  console.log('stream', bytes === stream.bytesRead, bytes >= 100_000 && bytes < 300_000, stream.errored);
  const fd = fs.openSync(at('shrinks'), 'r+');
  const buffer = Buffer.alloc(16);
  fs.ftruncateSync(fd, 10);
  console.log('read', fs.readSync(fd, buffer, 0, 16, 4), fs.readSync(fd, buffer, 0, 16, 10), fs.readSync(fd, buffer, 0, 16, 2 ** 40));
  console.log('readFile of a descriptor', fs.readFileSync(fd).length, fs.readFileSync(fd).length);
  fs.closeSync(fd);
}

async function tooLarge() {
  fs.writeFileSync(at('large'), '');
  fs.truncateSync(at('large'), 3 * 2 ** 30);
  console.log(attempt(() => fs.readFileSync(at('large'))));
  console.log(await fs.promises.readFile(at('large')).catch(kind));
  console.log(await fs.promises.readFile(at('large'), 'utf8').catch(kind));
  console.log(await new Promise((resolve) => { fs.readFile(at('large'), (error) => resolve(kind(error))); }));
  fs.unlinkSync(at('large'));
}

function badInput() {
  const fd = fs.openSync(at('shrinks'), 'r+');
  const buffer = Buffer.alloc(8);
  const calls = [
    () => fs.readFileSync(at('shrinks'), 'latin2'),
    () => fs.writeFileSync(at('shrinks'), 'x', { encoding: 'nothing' }),
    () => fs.writeSync(fd, 'abc', 0, 'hex'),
    () => fs.readSync(fd, buffer, 9, 1, 0),
    () => fs.readSync(fd, buffer, 0, 9, 0),
    () => fs.readSync(fd, buffer, -1, 1, 0),
    () => fs.readSync(fd, buffer, 0, 8, -2),
    () => fs.readSync(fd, buffer, 0, 8, 2n ** 64n),
    () => fs.readSync(fd, buffer, 0, 8, 1.5),
    () => fs.writeSync(fd, buffer, 9),
    () => fs.writeSync(fd, buffer, 0, 9),
    () => fs.writeSync(fd, buffer, 4, 5),
    () => fs.writeSync(fd, buffer, -1),
    () => fs.ftruncateSync(fd, 1.5),
    () => fs.readvSync(fd, [buffer, 5]),
    () => fs.writevSync(fd, 'x'),
    () => fs.createReadStream(at('shrinks'), { start: 5, end: 4 }),
    () => fs.createReadStream(at('shrinks'), { start: -1 }),
    () => fs.createWriteStream(at('shrinks'), { start: 1.5 }),
    () => fs.createReadStream(at('shrinks'), { encoding: 'nothing' }),
    () => fs.openSync(at('shrinks'), 'rw'),
    () => fs.openSync('a\0b'),
    () => fs.statSync(Buffer.from('a\0b')),
    () => fs.closeSync(2 ** 31),
    () => fs.fstatSync(100_000),
  ];
  for (const call of calls) console.log(String(call).slice(6).replace('fs.', ''), '->', attempt(call));
  fs.closeSync(fd);
}

// A signal that is aborted at a moment of the loop, for each way to read or write.
async function aborted() {
  const moments = {
    before: (abort) => abort(),
    'in a microtask': (abort) => queueMicrotask(abort),
    'in a tick': (abort) => process.nextTick(abort),
    'in an immediate': (abort) => setImmediate(abort),
  };
  const ways = {
    'promises.readFile': (signal) => fs.promises.readFile(at('some'), { signal }),
    'promises.writeFile': (signal) => fs.promises.writeFile(at('other'), Buffer.alloc(1e6), { signal }),
    'iterable': (signal) => fs.promises.writeFile(at('other'), [Buffer.alloc(1e6), 'x'], { signal }),
    readFile: (signal) => new Promise((resolve, reject) => { fs.readFile(at('some'), { signal }, (error) => (error ? reject(error) : resolve())); }),
    writeFile: (signal) => new Promise((resolve, reject) => { fs.writeFile(at('other'), 'x', { signal }, (error) => (error ? reject(error) : resolve())); }),
    createReadStream: (signal) => new Promise((resolve, reject) => { fs.createReadStream(at('some'), { signal }).on('error', reject).on('end', resolve).resume(); }),
    createWriteStream: (signal) => new Promise((resolve, reject) => { fs.createWriteStream(at('other'), { signal }).on('error', reject).on('finish', resolve).end(Buffer.alloc(1e6)); }),
  };
  fs.writeFileSync(at('some'), Buffer.alloc(1e6));
  for (const [way, work] of Object.entries(ways)) {
    for (const [moment, when] of Object.entries(moments)) {
      const controller = new AbortController();
      const working = work(controller.signal);
      when(() => controller.abort());
      const outcome = await working.then(() => 'done', (error) => `${error.name} ${error.code}`);
      console.log(way, moment, outcome);
    }
  }
}

async function main() {
  await fs.promises.writeFile(at('some'), 'x');
  const before = openNow();
  await shrinking();
  await tooLarge();
  badInput();
  await aborted();
  await new Promise((resolve) => { setTimeout(resolve, 50); });
  console.log('as many descriptors as before', openNow() === before);
  fs.rmSync(folder, { recursive: true });
}

main();
