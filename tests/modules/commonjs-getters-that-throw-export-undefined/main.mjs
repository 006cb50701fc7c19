import * as ns from './lib.cjs';
console.log(ns.good, ns.bad, ns.gone);
