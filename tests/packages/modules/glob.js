// Files by pattern with glob: sync, async, streamed, ignored, with types.
import { glob, globSync, globStream, globIterateSync, hasMagic, Glob, escape } from 'glob';
import { fileURLToPath } from 'node:url';

const cwd = fileURLToPath(new URL('../fixtures/tree', import.meta.url));
const sorted = (list) => [...list].sort();
console.log(sorted(globSync('**/*.js', { cwd })));
console.log(sorted(await glob(['**/*.md', 'src/*'], { cwd, dot: true, ignore: '**/*.test.js' })));
console.log(sorted(await glob('**', { cwd, maxDepth: 1, mark: true })));
const streamed = [];
for await (const path of globStream('src/**/*.{js,txt}', { cwd, nodir: true })) streamed.push(path);
console.log(sorted(streamed), sorted(globIterateSync('d*', { cwd })));
const typed = await glob('src/*', { cwd, withFileTypes: true, stat: true });
console.log(sorted(typed.map((path) => `${path.name} ${path.isDirectory() ? 'folder' : path.size} ${path.relativePosix()}`)));
console.log(hasMagic('a*'), hasMagic('a'), escape('a*[b]'), sorted(new Glob('**/c.*', { cwd }).walkSync()));
console.log(await glob('README.md', { cwd, absolute: true }).then(([path]) => path === `${cwd}/README.md`));
const abort = AbortSignal.abort(new Error('enough'));
await glob('**', { cwd, signal: abort }).catch((error) => console.log(error.message));
