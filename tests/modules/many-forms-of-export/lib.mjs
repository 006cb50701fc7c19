export const a = 1, b = 2; export function c() { return 'c'; } export function* d() { yield 'd'; }
export let e = 'e'
export class F { x = 'x' }
const g = 'g', h = 'h'; export { g, h }; export { i }; var i = 'i'; export default 1 + 1;
export { a as renamed, }; export {}; export var [j] = ['j']; export async function k() { return 'k'; }
export const $ = '$', _ = '_', async = 'async', of = 'of', get = 'get'
;[1].forEach(() => {})
export const last = 1
