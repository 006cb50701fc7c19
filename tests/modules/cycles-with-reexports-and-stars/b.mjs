export * from './main.mjs';
export * from './c.mjs';
export function hoisted() { return 'hoisted'; }
