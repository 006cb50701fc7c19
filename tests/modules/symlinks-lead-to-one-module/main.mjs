import fs from 'node:fs';
import { id } from './real.mjs';
console.log(typeof id, (await import('./real.mjs')).id === id, (await import('././sub/../real.mjs')).id === id);
