// Records, under each program of a table, what Node prints for it.
//
//   node record.mjs TABLE GOAL...      GOAL: commonjs | module
//
// Run it with the Node version whose behaviour Hexloop follows. A table is a text file: a line `>>>` begins a
// program, the line `<<<` begins what Node printed on stderr down to the error's own line. `<<< runs` says that Node
// found no syntax error (whatever else may have happened).
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const [table, goal] = process.argv.slice(2);
const programs = readFileSync(table, 'utf8').split(/^>>>\n/m).slice(1)
  .map((entry) => entry.split(/^<<<.*\n/m)[0].replace(/\n$/, ''));
const folder = mkdtempSync(join(tmpdir(), 'record-'));

function run(program, index) {
  const file = join(folder, `p${index}.${goal === 'module' ? 'mjs' : 'cjs'}`);
  writeFileSync(file, program);
  return new Promise((done) => {
    let stderr = '';
    // --check parses without running; it takes the same path to the same report.
    const child = spawn(process.execPath, [file], { stdio: ['ignore', 'ignore', 'pipe'], timeout: 10000 });
    child.stderr.setEncoding('utf8').on('data', (text) => { stderr += text; });
    child.on('close', () => {
      const lines = stderr.split('\n');
      const last = lines.findIndex((line) => line.startsWith('SyntaxError: '));
      const named = lines.findIndex((line) => line.replace('file://', '').startsWith(`${file}:`));
      if (last < 0 || named < 0 || named > last || !isEarly(lines, last)) return done('<<< runs\n');
      const text = lines.slice(named, last + 1).join('\n').replace('file://', '').replace(file, 'FILE');
      done(`<<<\n${text}\n`);
    });
  });
}

// An error thrown by eval() or by linking is no error of this file's text.
function isEarly(lines, last) {
  const frame = lines.slice(last + 1).find((line) => /^\s+at /.test(line)) ?? '';
  return /wrapSafe|compileSourceTextModule|checkSyntax|internalCompileFunction/.test(frame);
}

const out = [];
for (let i = 0; i < programs.length; i++) {
  out.push(`>>>\n${programs[i]}\n${await run(programs[i], i)}`);
}
writeFileSync(table, out.join(''));
