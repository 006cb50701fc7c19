import { 'a b' as s } from './fruit.mjs';
