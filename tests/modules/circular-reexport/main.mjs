export { q } from './other.mjs';
