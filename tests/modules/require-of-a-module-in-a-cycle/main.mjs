import { createRequire } from 'node:module';
import './lib.cjs';
export const x = 1;
console.log('main');
