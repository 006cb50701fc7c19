export { n, bump } from './leaf.mjs';
