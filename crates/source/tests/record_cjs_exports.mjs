// Records, under each CommonJS source of a table, the export names that Node finds in it.
//
//   node --expose-internals record_cjs_exports.mjs TABLE
//
// A line `>>>` begins a source; `<<< ["a"] ["./b"]` is Node's result: the names, then the re-exported modules.
import { createRequire } from 'node:module';
import { readFileSync, writeFileSync } from 'node:fs';

const require = createRequire(import.meta.url);
const { parse } = require('internal/test/binding').internalBinding('cjs_lexer');

const [table] = process.argv.slice(2);
const texts = readFileSync(table, 'utf8').split(/^>>>\n/m).slice(1)
  .map((entry) => entry.split(/^<<<.*\n/m)[0].replace(/\n$/, ''));

function answer(text) {
  const [names, passedOn] = parse(text);
  return `${JSON.stringify([...names])} ${JSON.stringify([...new Set(passedOn)])}`;
}

writeFileSync(table, texts.map((text) => `>>>\n${text}\n<<< ${answer(text)}\n`).join(''));
