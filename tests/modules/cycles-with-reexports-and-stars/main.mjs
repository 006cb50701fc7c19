export * from './b.mjs';
export { fromC as renamed } from './c.mjs';
export const own = 'own';
import * as self from './main.mjs';
import { hoisted, renamed } from './main.mjs';
console.log(hoisted(), renamed, self);
