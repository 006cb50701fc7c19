import fs from 'node:fs';
const folder = fs.mkdtempSync('/tmp/hexloop-modules-');
const WIDTH = 500;
let main = '';
for (let i = 0; i < WIDTH; i++) {
  fs.writeFileSync(`${folder}/m${i}.mjs`, `export const n${i} = ${i}; export default ${i};`);
  main += `export * from './m${i}.mjs'; import d${i} from './m${i}.mjs'; sum += d${i};\n`;
}
fs.writeFileSync(`${folder}/main.mjs`, `let sum = 0;\n${main}export { sum };`);
const ns = await import(`${folder}/main.mjs`);
console.log(ns.sum, Object.keys(ns).length, ns.n499);
for (let i = 0; i < WIDTH; i++) fs.unlinkSync(`${folder}/m${i}.mjs`);
fs.unlinkSync(`${folder}/main.mjs`);
fs.rmdirSync(folder);
