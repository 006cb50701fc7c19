import * as ns from './lib.mjs';
console.log(Object.keys(ns), ns.a, ns.b, ns.c(), [...ns.d()], ns.e, new ns.F().x, ns.g, ns.h, ns.i, ns.default, ns.renamed, ns.j, await ns.k(), ns.$, ns._, ns.async, ns.of, ns.get);
