import * as ns from './lib.mjs';
const t = (f) => { try { console.log(f()); } catch (e) { console.log(`${e.name}: ${e.message}`); } };
t(() => { ns.a = 5; }); t(() => { ns.q = 5; }); t(() => delete ns.a); t(() => { ns[Symbol.toStringTag] = 1; });
t(() => Object.defineProperty(ns, 'a', { value: 3 })); t(() => Object.defineProperty(ns, 'q', { value: 3 }));
t(() => Object.setPrototypeOf(ns, {})); t(() => Object.freeze(ns)); t(() => Object.assign(ns, { a: 1 }));
t(() => ns.nope()); t(() => ns.a()); t(() => ns());
