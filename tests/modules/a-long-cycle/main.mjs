import fs from 'node:fs';
const folder = fs.mkdtempSync('/tmp/hexloop-modules-');
const LENGTH = 300;
for (let i = 0; i < LENGTH; i++) {
  fs.writeFileSync(`${folder}/m${i}.mjs`, `import { f as next, seen as others } from './m${(i + 1) % LENGTH}.mjs'; export function f(n) { return n === 0 ? ${i} : next(n - 1); } export let seen = ${i} === ${LENGTH - 1} ? 0 : others + 1;`);
}
const ns = await import(`${folder}/m0.mjs`);
console.log(ns.f(0), ns.f(299), ns.f(300), ns.seen);
for (let i = 0; i < LENGTH; i++) fs.unlinkSync(`${folder}/m${i}.mjs`);
fs.rmdirSync(folder);
