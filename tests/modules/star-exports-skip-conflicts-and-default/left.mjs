export * from './one.mjs';
