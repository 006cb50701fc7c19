// Files by pattern: synchronously, by promise and as a stream; ignored, deep, with statistics.
const fg = require('fast-glob');
const path = require('path');

const cwd = path.join(__dirname, '../fixtures/tree');
const sorted = (entries) => [...entries].sort();
(async () => {
  console.log(sorted(fg.sync('**/*.js', { cwd })));
  console.log(sorted(await fg(['**/*.{md,js}', '!**/deep/**'], { cwd, dot: true })));
  console.log(sorted(await fg('*', { cwd, onlyDirectories: true })), sorted(await fg('**', { cwd, deep: 1 })));
  const found = [];
  for await (const entry of fg.stream('src/**', { cwd })) found.push(entry);
  console.log(sorted(found));
  const [entry] = await fg('read*', { cwd, stats: true, caseSensitiveMatch: false });
  console.log(entry.name, entry.path, entry.stats.isFile(), entry.stats.size);
  console.log(sorted(await fg('src/**/*.js', { cwd, objectMode: true })).map(({ name, dirent }) => [name, dirent.isFile()]).sort());
  console.log(fg.isDynamicPattern('a/*'), fg.escapePath('a(b)[c]'), fg.generateTasks(['a/*', '!b']).length);
  console.log(await fg('none/**', { cwd }), (await fg('src/index.js', { cwd, absolute: true }))[0] === path.join(cwd, 'src/index.js'));
})();
