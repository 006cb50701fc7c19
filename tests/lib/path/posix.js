'use strict';
// Every function of path.posix on paths worth naming, then on generated ones.
const path = require('path');
const { show, dice } = require('../table');

const p = path.posix;
show(
  () => path === p, () => require('path/posix') === p, () => p.posix === p, () => p.win32 === require('path/win32'),
  () => Object.keys(p), () => [p.sep, p.delimiter],
  () => p.join('/foo', 'bar', 'baz/asdf', 'quux', '..'), () => p.join('foo', {}, 'bar'), () => p.join(), () => p.join(''),
  () => p.resolve('/foo/bar', './baz'), () => p.resolve('/foo/bar', '/tmp/file/'), () => p.resolve('a') === `${process.cwd()}/a`,
  () => p.resolve('/a', 1), () => p.relative('/data/a/b', '/data/c/d'), () => p.relative('a', 'a'), () => p.relative(1, 'a'), () => p.relative('a', 1),
  () => p.normalize('/foo/bar//baz/asdf/quux/..'), () => p.normalize(''), () => p.normalize(null),
  () => p.basename('/foo/bar/quux.html', '.html'), () => p.basename('a', 1), () => p.basename(1), () => p.dirname('/a/b/'), () => p.dirname(),
  () => p.extname('index.coffee.md'), () => p.extname('.index.md'), () => p.extname('index.'), () => p.extname('.index'),
  () => p.parse('/home/user/dir/file.txt'), () => p.parse('./a/.b'), () => p.parse(''), () => p.parse(1),
  () => p.format({ dir: '/x', base: 'y' }), () => p.format({ root: '/', name: 'y', ext: 'txt' }), () => p.format({}), () => p.format('x'), () => p.format(null),
  () => p.toNamespacedPath('/a'), () => p.toNamespacedPath(1), () => p.isAbsolute('/a'), () => p.isAbsolute(''), () => p.isAbsolute(1),
);

const roll = dice(7);
const pieces = ['/', '/', '.', '..', 'a', 'b.c', 'foo', '.x', '...', 'a.', '//', 'é', ' ', 'file.tar.gz', '..a', 'a..'];
const make = () => Array.from({ length: roll(6) }, () => pieces[roll(pieces.length)] + (roll(3) === 0 ? '/' : '')).join('');
for (let i = 0; i < 300; i++) {
  const [a, b, c] = [make(), make(), make()];
  console.log(JSON.stringify([a, b, c, p.normalize(a), p.isAbsolute(a), p.join(a, b, c), p.resolve('/', a, b), p.relative(`/${a}`, `/${b}`),
    p.dirname(a), p.basename(a), p.basename(a, b), p.basename(a, '.c'), p.extname(a), p.parse(a), p.format(p.parse(a))]));
}
