// Modern JavaScript made small, with a map; names that survive between calls; an error with its place.
import { minify } from 'terser';

const code = {
  'shapes.js': 'class Shape { #side = 2; get area() { return this.#side ** 2; } } export function area() { const unused = 1; return new Shape().area ?? 0; }',
  'main.js': 'const items = [1, 2, 3]; let total = 0; for (const item of items) { total += item; } if (DEBUG) { console.log("debug"); } console.log(`total ${total}`, area());',
};
const result = await minify(code, { module: true, sourceMap: { filename: 'out.js', url: 'out.js.map' }, compress: { global_defs: { DEBUG: false }, passes: 2 } });
console.log(result.code);
const map = JSON.parse(result.map);
console.log(map.sources, map.names.slice(0, 5), map.mappings.length > 50);
const { code: kept } = await minify('function long(first_name) { /*! license */ return first_name.prop_ + 1 } long({})', { mangle: { properties: { regex: /_$/ } }, compress: false, format: { comments: 'some', beautify: true } });
console.log(kept);
const cache = {};
console.log((await minify('var topLevel = 1; use(topLevel)', { toplevel: true, nameCache: cache, compress: false })).code, Object.keys(cache));
await minify({ 'bad.js': 'const a = 1;\nconst a = 2;\nlet = ;' }).catch((error) => console.log(error.name, error.message, error.filename, error.line, error.col));
