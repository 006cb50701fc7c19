import { name as left } from './p4.mjs';
import { name as right } from '../part/p6.mjs';

export const name = 'p2';
console.log(name, import.meta.url.slice(-7), left, right);
