import { name as left } from './p5.mjs';
import { name as right } from '../part/p7.mjs';

export const name = 'p3';
console.log(name, import.meta.url.slice(-7), left, right);
