export * from './a.mjs'; export * from './b.mjs'; export const fromB = 'b';
