import { x, f } from './lib.mjs';
{ let x = 'inner'; console.log(x); }
function g(x) { return x; }
const h = ({ x }) => x;
console.log(g('param'), h({ x: 'destructured' }), x);
try { throw 'thrown'; } catch (x) { console.log(x); }
for (const x of ['loop']) console.log(x);
const object = { x, f, [x]: x, method() { return x; }, get x2() { return x; } };
console.log(object, object.method(), object.x2);
class K { x = x; [x] = 1; static f = f; m() { return f(x); } }
console.log(new K(), K.f('k'), new K().m());
label: for (const f of [1]) { continue label; }
console.log(((x) => { var f = x; return f; })('v'), typeof x, typeof f, typeof nothing);
x: for (;;) break x;
console.log(`${x} ${f`tagged`}`, x ? f(x) : 0, [x, ...[x]], { ...{ x } });
