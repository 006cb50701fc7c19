export * from './left.mjs'; export * from './right.mjs';
