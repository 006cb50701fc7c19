'use strict';
// Of several bad arguments, the one that Node complains about.
const fs = require('fs');
const { show } = require('../table');

show(
  () => fs.fchmod(-1, '12x'), () => fs.fchmod(-1, 1), () => fs.fchmod(-1, 1, () => {}), () => fs.fchown(-1, '', 1), () => fs.fchown(-1, 1),
  () => fs.fchown(-1, 1, 1), () => fs.ftruncate(-1, 1.5), () => fs.ftruncate(-1, 1), () => fs.futimes(-1, 'x', 1), () => fs.futimes(-1, 1, {}),
  () => fs.futimes(-1, 1, 1), () => fs.open(-1), () => fs.open(-1, 'bad'), () => fs.open('x', 'bad'), () => fs.open(-1, 'bad', 'bad'),
  () => fs.open(-1, 'bad', 5), () => fs.open(-1, 'r', 5), () => fs.open('x', 'r', 5), () => fs.open(-1, 'bad', () => {}),
  () => fs.close(-1, 5), () => fs.close(-1), () => fs.close('x', () => {}), () => fs.copyFile('', -1), () => fs.copyFile(-1, -1),
  () => fs.symlink('a', 'b', 'c'), () => fs.symlink('a', 'b', 'c', 'd'), () => fs.symlink(-1, 'b', 'c', () => {}), () => fs.symlink('a', 'b'),
  () => fs.read(0, { buffer: null }, () => {}), () => fs.readSync(0, { buffer: null }), () => fs.realpathSync(Symbol('s')),
  () => fs.ReadStream.prototype.autoClose, () => fs.WriteStream.prototype.autoClose, () => { fs.WriteStream.prototype.autoClose = 1; },
);
for (const name of Object.keys(fs).filter((key) => typeof fs[key] === 'function' && /^[a-z]/.test(key)).sort()) console.log(name, fs[name].length);
for (const name of ['access', 'stat', 'lstat', 'statfs', 'open', 'readdir']) console.log(name, fs.promises[name].length);
