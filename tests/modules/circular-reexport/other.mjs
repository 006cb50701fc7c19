export { q } from './main.mjs';
