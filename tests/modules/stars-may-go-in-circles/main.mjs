import * as a from './a.mjs';
import { fromB } from './a.mjs';
console.log(a, fromB);
