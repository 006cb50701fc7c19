export * from './fruit.mjs';
