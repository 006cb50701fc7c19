import './b.mjs';
export const constant = 1; export let variable = 2; export class Class {} export var old = 3;
export default class {}
const hidden = 4;
export { hidden as renamed };
console.log('main done');
