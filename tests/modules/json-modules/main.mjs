import data, { default as again } from './data.json' with { type: 'json' };
import * as ns from './data.json' with { type: 'json' };
import { createRequire } from 'node:module';
console.log(data, again === data, ns, Object.isFrozen(data));
data.changed = true;
console.log(createRequire(import.meta.url)('./data.json') === data, (await import('./data.json', { with: { type: 'json' } })).default === data);
console.log((await import('./data.json?q', { with: { type: 'json' } })).default === data);
console.log((await import('./bom.json', { with: { type: 'json' } })).default, (await import('./scalar.json', { with: { type: 'json' } })).default);
