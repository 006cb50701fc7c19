export const x = 'imported';
export function f(a) { return `f(${a})`; }
