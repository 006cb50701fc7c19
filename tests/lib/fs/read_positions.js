'use strict';
// The position of a read is checked before anything is read, even where there is nothing to read.
const fs = require('fs');

const fd = fs.openSync(__filename);
const empty = Buffer.alloc(0);
const four = Buffer.alloc(4);
const cases = [
  [empty, 0, 0, 'x'], [four, 0, 0, 'x'], [four, 0, 0, {}], [four, 0, 0, NaN], [four, 0, 0, 2n ** 63n], [four, 0, 0, -2n], [empty, 0, 1, 'x'],
  [empty, 0, 1, 0], [four, 9, 0, 'x'], [four, 'x', 0, 'x'], [four, 0, 9, 'x'], [four, 0, -1, 'x'], [four, 0, 4, 2n ** 63n - 4n],
  [four, 0, 4, 1.5], [four, 0, 4, -2], [four, 0, 4, Symbol('s')], [four, 0, 0, null], [four, 0, 0, -1n],
];

async function outcome(name, call) {
  try {
    console.log(name, await call());
  } catch (error) {
    console.log(name, error.code, error.message);
  }
}

const callback = (start) => new Promise((resolve, reject) => start((error, count) => (error ? reject(error) : resolve(count))));

async function main() {
  const handle = await fs.promises.open(__filename);
  for (const [buffer, offset, length, position] of cases) {
    const options = { buffer, offset, length, position };
    await outcome('readSync', () => fs.readSync(fd, buffer, offset, length, position));
    await outcome('readSync, options', () => fs.readSync(fd, buffer, options));
    await outcome('read', () => callback((done) => fs.read(fd, buffer, offset, length, position, done)));
    await outcome('read, options', () => callback((done) => fs.read(fd, options, done)));
    await outcome('handle', async () => (await handle.read(buffer, offset, length, position)).bytesRead);
  }
  await handle.close();
  fs.closeSync(fd);
}

main();
