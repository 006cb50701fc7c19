import { createRequire } from 'node:module';
import path from 'node:path';
const require = createRequire(import.meta.url);
console.log(require('./data.json'), require('node:path') === path, require.resolve('./lib.cjs').endsWith('create-require/lib.cjs'));
console.log(require('./lib.cjs').parent === undefined, require.main, typeof require.cache);
console.log(createRequire(import.meta.filename)('./data.json') === require('./data.json'));
try { require('./nothing'); } catch (e) { console.log(e.code); }
