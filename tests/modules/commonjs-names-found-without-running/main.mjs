import * as a from './assign.cjs'; import * as d from './define.cjs'; import * as r from './reexport.cjs'; import * as s from './spread.cjs'; import * as e from './esbuild.cjs'; import * as t from './ts.cjs'; import * as b from './babel.cjs';
for (const [name, ns] of Object.entries({ a, d, r, s, e, t, b })) console.log(name, Object.keys(ns));
console.log(r.one, s.one, t.one, b.one, e.alpha);
