import fs from 'node:fs';
const folder = fs.mkdtempSync('/tmp/hexloop-modules-');
const names = ['bad', 'b', 'c', 'd', 'e', 'f', 'g'];
const write = (text) => names.forEach((name) => fs.writeFileSync(`${folder}/${name}.mjs`, `export const ${name} = '${name} ${text}';`));
write('as it was');
fs.writeFileSync(`${folder}/bad.mjs`, 'export const bad = ;');
fs.writeFileSync(`${folder}/all.mjs`, names.map((name) => `export * from './${name}.mjs';`).join('\n'));
const attempt = () => import(`${folder}/all.mjs`).then((ns) => Object.values(ns), (e) => e.name);
console.log(await attempt());
// Time for whoever reads ahead to come to the end.
await new Promise((resolve) => setTimeout(resolve, 50));
write('as it is');
console.log(await attempt());
fs.rmSync(folder, { recursive: true });
