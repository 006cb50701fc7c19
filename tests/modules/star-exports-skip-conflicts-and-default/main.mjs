import * as both from './both.mjs';
import * as own from './own.mjs';
import * as diamond from './diamond.mjs';
console.log(both, own, diamond);
console.log(both.clash, 'clash' in both);
