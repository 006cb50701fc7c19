'use strict';
// throwIfNoEntry of stat, windowsHandle of streams, existsSync of no path, and the path of no Dir.
const fs = require('fs');
const { show, showSettled } = require('../table');

process.on('warning', ({ code, message }) => console.log(code, message));
show(
  () => fs.createReadStream(null, { windowsHandle: 1n, fd: 2 }), () => fs.createReadStream(null, { windowsHandle: 1n }),
  () => fs.createWriteStream(null, { windowsHandle: 'x' }), () => fs.Dir.prototype.path, () => fs.existsSync(), () => fs.existsSync({}),
  () => fs.existsSync('a\0b'), () => fs.existsSync(new URL('https://a')),
);
const settled = (call) => new Promise((resolve, reject) => call((error, value) => (error ? reject(error) : resolve(value))));
const options = { throwIfNoEntry: false };
showSettled(
  () => settled((done) => fs.stat('/nowhere', options, done)), () => settled((done) => fs.stat('/dev/null/x', options, done)),
  () => settled((done) => fs.stat('/nowhere', { throwIfNoEntry: true }, done)), () => settled((done) => fs.lstat('/nowhere', options, done)),
  () => fs.promises.stat('/nowhere', options), () => fs.promises.stat('/dev/null/x', options), () => fs.promises.lstat('/nowhere', options),
  () => fs.promises.stat('/nowhere', {}), async () => (await fs.promises.stat('/', options)).isDirectory(),
);
