import fs from 'node:fs';
const folder = fs.mkdtempSync('/tmp/hexloop-modules-');
fs.writeFileSync(`${folder}/a.mjs`, 'import b from "./b.mjs"; export default "a" + b');
fs.writeFileSync(`${folder}/b.mjs`, 'export default "b"');
const promise = import(`${folder}/a.mjs`);
fs.unlinkSync(`${folder}/a.mjs`);
fs.unlinkSync(`${folder}/b.mjs`);
fs.rmdirSync(folder);
console.log((await promise).default);
