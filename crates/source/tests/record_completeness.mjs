// Records, under each input of a table, whether Node's REPL would evaluate it, ask for another line, or reject it.
//
//   node --expose-internals record_completeness.mjs TABLE
//
// A line `>>>` begins an input; `<<< complete`, `<<< incomplete` or `<<< invalid` is Node's result. The same
// steps as in Node's REPL: an object literal is tried in parentheses, a top-level await is made a function.
import { createRequire } from 'node:module';
import { readFileSync, writeFileSync } from 'node:fs';
import vm from 'node:vm';

const require = createRequire(import.meta.url);
const { isRecoverableError, isObjectLiteral } = require('internal/repl/utils');
const { processTopLevelAwait } = require('internal/repl/await');

const [table] = process.argv.slice(2);
const inputs = readFileSync(table, 'utf8').split(/^>>>\n/m).slice(1)
  .map((entry) => entry.split(/^<<<.*\n/m)[0].replace(/\n$/, ''));

function compiles(code) {
  try { new vm.Script(code); return true; } catch { return false; }
}

// As repl.js does it: the line break that ended the input is part of it.
function judge(input) {
  const code = `${input}\n`;
  if (isObjectLiteral(code) && compiles(`(${code.trim()})\n`)) return 'complete';
  if (code.includes('await')) {
    try {
      const wrapped = processTopLevelAwait(code);
      if (wrapped !== null && compiles(wrapped)) return 'complete';
    } catch (error) {
      if (error.constructor.name === 'Recoverable') return 'incomplete';
      // Without its awaits, does it break off?
      const fallback = code.replace(/\bawait\b/g, '');
      try {
        new vm.Script(fallback);
        return 'invalid';
      } catch (fallbackError) {
        return isRecoverableError(fallbackError, fallback) ? 'incomplete' : 'invalid';
      }
    }
  }
  try {
    new vm.Script(code);
    return 'complete';
  } catch (error) {
    return isRecoverableError(error, code) ? 'incomplete' : 'invalid';
  }
}

writeFileSync(table, inputs.map((input) => `>>>\n${input}\n<<< ${judge(input)}\n`).join(''));
