export { 'a b' as 'c d', 'x-y' as '☃' } from './lib.mjs';
export * as 'name space' from './lib.mjs';
