import { createRequire } from 'node:module';
import lib, { n } from './lib.cjs';
const require = createRequire(import.meta.url);
console.log(require('./lib.cjs') === lib, require('./lib.cjs').n === n, (await import('./lib.cjs')).default === lib);
console.log(Object.keys(require.cache).map((file) => file.replace(/.*\//, '')));
console.log(require('./first.cjs'), (await import('./first.cjs')).default);
