export { clash, one } from './one.mjs';
