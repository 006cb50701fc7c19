import { f as again, later as mine } from './main.mjs';
import * as self from './main.mjs';
export function f() { return 'hoisted'; }
console.log(again(), self.f === f);
export let later = 5;
console.log(mine, self.later, self);
later++;
console.log(mine, self.later);
