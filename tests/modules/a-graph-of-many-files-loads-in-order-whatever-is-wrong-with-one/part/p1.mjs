import { name as left } from './p3.mjs';
import { name as right } from '../part/p5.mjs';

export const name = 'p1';
console.log(name, import.meta.url.slice(-7), left, right);
