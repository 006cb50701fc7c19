// The first module loads; the second is gone when its turn comes, though it was there when the program began.
import fs from 'node:fs';
const folder = fs.mkdtempSync('/tmp/hexloop-modules-');
fs.writeFileSync(`${folder}/a.mjs`, 'import "./missing.mjs"; console.log("a")');
const gone = await import(`${folder}/a.mjs`).catch((e) => e);
console.log(gone.code, gone.message.replaceAll(folder, '<tmp>'));
fs.writeFileSync(`${folder}/missing.mjs`, 'console.log("b")');
await import(`${folder}/a.mjs`);
for (const name of fs.readdirSync(folder)) fs.unlinkSync(`${folder}/${name}`);
fs.rmdirSync(folder);
