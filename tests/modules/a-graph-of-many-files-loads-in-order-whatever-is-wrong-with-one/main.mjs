// Enough relative imports for the loader to have help with them.
import './part/p1.mjs';
import './part/p2.mjs';
import './part/p3.mjs';
import './part/p4.mjs';
import { name } from './part/p8.mjs?other';
console.log('main', name);
for (const file of ['./broken.mjs', './lacking.mjs', './broken.mjs']) {
  try {
    await import(file);
  } catch (error) {
    console.log(error.name, error.code, error.message.replace(/'[^']*\//g, "'"));
  }
}
await import('./fine.mjs');
