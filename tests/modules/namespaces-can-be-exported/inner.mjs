export * as deep from './deep.mjs';
export const one = 1;
