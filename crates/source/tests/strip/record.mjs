// Writes down what Node's stripTypeScriptTypes() answers for each source in recorded.json.
//
//   node record.mjs
//
// To add a source, add `{"source": "..."}` to the list and run this with the Node version Hexloop follows.
import { readFileSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';

const file = new URL('recorded.json', import.meta.url);
const answers = JSON.parse(readFileSync(file, 'utf8')).map(({ source }) => {
  try {
    return { source, code: stripTypeScriptTypes(source) };
  } catch (error) {
    return { source, error: error.code, message: error.message };
  }
});
writeFileSync(file, `[\n${answers.map((answer) => `  ${JSON.stringify(answer)}`).join(',\n')}\n]\n`);
