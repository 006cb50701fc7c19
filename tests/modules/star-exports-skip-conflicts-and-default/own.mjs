export * from './one.mjs'; export * from './two.mjs'; export const clash = 'own';
