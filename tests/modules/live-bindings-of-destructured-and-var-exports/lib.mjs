export let { a, x: { b = 5 } = {}, ...rest } = { a: 1, q: 2, r: 3 };
export let [c] = [4];
export var v = 'v';
export function change() { ({ a, b } = { a: 10, b: 50 }); [c] = [40]; v = 'w'; rest = null; }
