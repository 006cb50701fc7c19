import { 'a b' as ab, 'default' as d, 'x-y' as xy } from './lib.mjs';
import * as ns from './lib.mjs';
import * as again from './again.mjs';
console.log(ab, d, xy, ns['a b'], Object.keys(ns), Object.keys(again), again['☃']);
