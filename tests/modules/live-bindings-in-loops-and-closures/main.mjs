import { n, add, list, Base } from './lib.mjs';
const seen = [];
for (let i = 0; i < 3; i++) { add(); seen.push(n); }
const later = () => n;
add();
console.log(seen, later(), list.map((x) => x + n), new (class extends Base { get v() { return super.v + n; } })().v);
for (const x of list) { if (x > n) break; else continue; }
const { [`k${n}`]: found = n } = { k4: 'computed' };
console.log(found, n ** 2, -n, n in [0, 1, 2, 3, 4], n instanceof Number, void n, (n, 'comma'), n?.toFixed?.(1), `${n}`);
console.log([...Array(n).keys()], Math.max(...list, n), { n, m: n }, (() => ({ n }))(), async () => n);
