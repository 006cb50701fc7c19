export let count = 0;
export function increment() { count++; }
let value = 'first';
export { value as default };
export function setDefault() { value = 'second'; }
