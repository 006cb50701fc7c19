import f from './f.mjs'; import c from './c.mjs'; import a from './a.mjs'; import g from './g.mjs'; import p from './p.mjs'; import af from './af.mjs'; import s from './s.mjs';
console.log(f.name, c.name, a.name, g.name, p.name, af.name, s.name);
console.log(f, c, a, g);
