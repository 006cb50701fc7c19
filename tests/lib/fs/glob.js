'use strict';
// fs.glob in its three forms, with links followed and not; a link back to its own folder is not followed for ever.
const fs = require('fs');
const os = require('os');
const path = require('path');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'glob-'));
const at = (name) => path.join(folder, name);
fs.mkdirSync(at('real/deep'), { recursive: true });
fs.mkdirSync(at('out/in'), { recursive: true });
for (const name of ['real/a.js', 'real/deep/b.js', 'out/c.js', 'out/in/e.js']) fs.writeFileSync(at(name), '');
fs.symlinkSync('../out', at('real/link'));
fs.symlinkSync('.', at('real/self'));

const attempt = (work) => {
  try {
    return work();
  } catch (error) {
    return `${error.name} ${error.code} ${error.message}`;
  }
};

async function main() {
  for (const pattern of ['**/*.js', 'real/**', 'real/*/*.js', 'real/link/**', '**/link/**/*.js', 'real/link/*.js', '*/link']) {
    for (const followSymlinks of [false, true]) {
      const options = { cwd: folder, followSymlinks };
      const names = fs.globSync(pattern, options).sort();
      console.log(pattern, followSymlinks, names);
      const awaited = (await Array.fromAsync(fs.promises.glob(pattern, options))).sort();
      const called = await new Promise((resolve) => { fs.glob(pattern, options, (error, found) => resolve(error ?? found.sort())); });
      console.log(String(awaited) === String(names), String(called) === String(names));
    }
  }
  for (const options of [null, 5, { followSymlinks: 5 }, { exclude: 5 }]) console.log(attempt(() => fs.globSync('*', options)));
  for (const pattern of [undefined, null, 5, [5]]) console.log(attempt(() => fs.globSync(pattern, { cwd: folder })));
  console.log(fs.globSync('real/**/*.js', { cwd: folder, exclude: ['**/deep/**'] }));
  fs.rmSync(folder, { recursive: true });
}

main();
