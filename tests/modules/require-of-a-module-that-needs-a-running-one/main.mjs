import { createRequire } from 'node:module';
const require = createRequire(import.meta.url);
export function early() { return 'early'; }
try {
  console.log(require('./d.mjs'));
} catch (error) {
  console.log(error.code, error.message.replace(import.meta.dirname, ''));
}
// import() runs it afterwards, so it may.
import('./e.mjs').then(({ e }) => console.log('imported', e));
export const later = 2;
console.log('main is done');
