console.log('c'); export * from './e.mjs'; export const y = 1;
