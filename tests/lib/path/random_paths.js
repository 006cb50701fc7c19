'use strict';
// Every function of node:path for paths of random pieces.

const path = require('path').posix;

let seed = 7;
const random = (count) => (seed = (seed * 1103515245 + 12345) & 0x7fffffff, (seed >> 8) % count);
const pieces = ['', '/', '//', 'a', 'b', '..', '.', '...', '.a', 'a.b', 'a.', '..a', '/a', 'a/', 'x.txt', '\u00e9'];

function randomPath() {
  let text = random(2) === 0 ? '/' : '';
  for (let left = random(5); left >= 0; left--) text += pieces[random(pieces.length)] + (random(2) === 0 ? '/' : '');
  return text;
}

process.cwd = () => '/current/directory';
for (let count = 0; count < 400; count++) {
  const one = randomPath();
  const other = randomPath();
  console.log(JSON.stringify([
    one, other, path.normalize(one), path.parse(one), path.dirname(one), path.extname(one), path.basename(one), path.basename(one, '.txt'),
    path.basename(one, 'a'), path.basename(one, other), path.join(one, other), path.resolve(one, other), path.relative(one, other),
  ]));
}
