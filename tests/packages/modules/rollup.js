// A bundle of modules in memory: tree shaking, code splitting, plugins, formats, warnings and errors (its parser is WebAssembly).
import { rollup, VERSION } from 'rollup';

const files = {
  main: "import { used } from 'lib'; import def, * as all from 'other'; export const out = used(def, all.named); export const later = () => import('lazy');",
  lib: 'export function used(a, b) { return a + b; } export function unused() { return sideEffect(); }',
  other: "export default 40; export const named = 2; if (process.env.NODE_ENV === 'production') console.log('prod');",
  lazy: "import { used } from 'lib'; export default used('l', 'azy');",
  broken: 'export const = 1;',
  missing: "import { nothing } from 'lib'; console.log(nothing);",
};
const memory = { name: 'memory', resolveId: (id) => (id in files ? id : null), load: (id) => files[id], transform: (code) => ({ code: code.replace('process.env.NODE_ENV', "'test'"), map: null }) };
const build = (input, onwarn) => rollup({ input, plugins: [memory], onwarn });

const bundle = await build('main');
const { output } = await bundle.generate({ format: 'es', chunkFileNames: '[name].js' });
for (const chunk of output) console.log(`-- ${chunk.fileName} exports ${chunk.exports} imports ${chunk.imports} dynamic ${chunk.dynamicImports}\n${chunk.code}`);
const { output: [common] } = await bundle.generate({ format: 'cjs', exports: 'named', inlineDynamicImports: true, sourcemap: true });
console.log(common.code, common.map.sources, Object.keys(common.modules));
await bundle.close();
for (const name of ['broken', 'missing', 'nowhere']) await build(name).catch((error) => console.log(error.code, error.message.split('\n')[0]));
console.log(bundle.closed, VERSION.split('.')[0]);
