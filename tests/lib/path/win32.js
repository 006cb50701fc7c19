'use strict';
// Every function of path.win32: drives, UNC roots, device namespaces, reserved names; then generated paths.
const { win32: w } = require('path');
const { show, dice } = require('../table');

show(
  () => Object.keys(w), () => [w.sep, w.delimiter], () => w.win32 === w, () => w.posix === require('path').posix,
  () => w.join('C:\\a', '..', 'b/c'), () => w.join('\\\\host', 'share', 'x'), () => w.join('//a', 'b'), () => w.join('//', 'b'), () => w.join(1),
  () => w.resolve('C:\\w', 'x', '..\\y'), () => w.resolve('C:\\w', 'D:\\x', 'C:z'), () => w.resolve('C:\\', 1),
  () => w.relative('C:\\orandea\\test\\aaa', 'C:\\orandea\\impl\\bbb'), () => w.relative('C:\\a', 'D:\\b'), () => w.relative('C:\\A', 'c:\\a'),
  () => w.parse('C:\\path\\dir\\file.txt'), () => w.parse('\\\\host\\share\\f'), () => w.parse('C:'), () => w.parse('\\\\?\\C:\\x'),
  () => w.format({ dir: 'C:\\x', base: 'y' }), () => w.basename('C:\\a.html', '.html'), () => w.dirname('C:\\a'), () => w.dirname('C:'), () => w.extname('a.b\\'),
  () => w.toNamespacedPath('C:\\a'), () => w.toNamespacedPath('\\\\host\\share\\x'), () => w.toNamespacedPath('\\\\.\\pipe'), () => w.toNamespacedPath(1),
  () => w.isAbsolute('C:'), () => w.isAbsolute('C:/'), () => w.isAbsolute('\\\\a'), () => w.isAbsolute('a'),
);
for (const path of ['CON:', 'con', 'a/CON', 'C:CON', 'CON:x', './CON:', 'a/../CON:', '..\\C:\\x', 'a\\..\\C:', '.\\x:y', 'x/../y:z', 'a/../../C:',
  'C:.', 'C:', 'C:\\', 'c:\\..', '\\\\a\\b', '\\\\a\\b\\', '\\\\a', '//a/b/../..', '\\\\?\\C:\\a\\..', '\\\\.\\pipe\\x', '/a/..', 'C:a/..', '\\\\?\\',
  'com1:', 'nul:.', 'test/../COM¹:', 'prn :', 'd:\\con:x', 'NUL.', 'CON/']) {
  console.log(path, '|', w.normalize(path), '|', w.join(path, 'z'), '|', w.dirname(path), '|', w.basename(path), '|', w.resolve('Q:\\w', path));
}

const roll = dice(11);
const pieces = ['/', '.', '..', 'a', 'b.c', 'foo', '.x', '//', 'é', 'file.tar.gz', '\\', '\\', 'C:', 'c:', 'C:\\', '\\\\', '\\\\srv\\share', '\\\\?\\',
  'C:/', 'D:', 'CON', 'con:', 'C:..', 'x:y', ':', 'NUL', 'com1', 'aux.txt', '..\\', '?'];
const make = () => Array.from({ length: roll(5) }, () => pieces[roll(pieces.length)] + (roll(3) === 0 ? '\\' : '')).join('');
for (let i = 0; i < 300; i++) {
  const [a, b, c] = [make(), make(), make()];
  console.log(JSON.stringify([a, b, c, w.normalize(a), w.isAbsolute(a), w.join(a, b, c), w.resolve('Q:\\w', a, b), w.dirname(a), w.basename(a),
    w.basename(a, b), w.extname(a), w.parse(a), w.format(w.parse(a))]));
}
