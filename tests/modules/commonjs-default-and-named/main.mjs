import def, { one, two, fn, default as again, 'module.exports' as whole } from './lib.cjs';
import * as ns from './lib.cjs';
import prim from './prim.cjs'; import fun, { prop } from './fun.cjs'; import nul from './nul.cjs';
console.log(def, one, two, fn(), again === def, whole === def);
console.log(ns, Object.keys(ns));
console.log(prim, fun(), prop, nul);
console.log(def.later, ns.later);
def.later = 'changed'; def.one = 100;
console.log(one, ns.one, def.one);
