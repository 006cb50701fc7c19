export * from './b.mjs'; export const fromA = 'a';
