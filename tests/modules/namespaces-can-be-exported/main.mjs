import { inner, again } from './outer.mjs';
import * as outer from './outer.mjs';
import * as direct from './inner.mjs';
console.log(inner, inner === direct, again === direct, outer.inner === inner);
console.log(outer);
console.log(outer.inner.deep.value, Object.keys(outer.inner));
