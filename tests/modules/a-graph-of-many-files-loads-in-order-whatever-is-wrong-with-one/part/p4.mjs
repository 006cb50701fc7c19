import { name as left } from './p6.mjs';
import { name as right } from '../part/p8.mjs';

export const name = 'p4';
console.log(name, import.meta.url.slice(-7), left, right);
