import { who, tag } from './lib.mjs';
import * as ns from './lib.mjs';
import obj from './lib.mjs';
console.log(who(), tag`x`, ns.who() === undefined, ns['who']() === ns, obj.m() === obj, (0, ns.who)(), new who() instanceof who);
console.log(who?.(), ns?.who?.() === undefined, who.call(7));
const { who: alone } = ns;
console.log(alone());
