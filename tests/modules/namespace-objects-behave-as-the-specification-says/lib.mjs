export let b = 1, a = 2;
export { a as 'z y', b as '10', b as '9', a as 'é', b as 'Z' };
export default function () {}
export const sym = Symbol('s');
export function setB(v) { b = v; }
