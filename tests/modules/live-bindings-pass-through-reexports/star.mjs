export * from './middle.mjs';
