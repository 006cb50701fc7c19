// Writes what a real Node 26 prints for each program of this folder: NODE record.mjs [part-of-a-name]
//
//   NAME/main.mjs       the program, run in its own folder
//   NAME/command        other arguments than `main.mjs`, one a line
//   NAME/stdin          what it reads
//   NAME/expected.out   standard output      .err   standard error      .code   the exit code
//
// An empty .err and the code 0 have no file. What cannot be the same on two runtimes is taken out here and, by the same
// rules, in crates/cli/tests/modules.rs: see `comparable` in both.

import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const root = import.meta.dirname;
const only = process.argv[2] ?? '';

// Frames keep their place only, and only if it is in the program; where the runtime itself threw is not shown.
function comparable(text, folder) {
  return text
    .replaceAll(folder, '<here>')
    .replace(/\(node:\d+\)/g, '(node:PID)')
    .replace(/^node:\S+:\d+\n.*\n.*\^\n/gm, '')
    .replace(/^ +at .*\n/gm, (line) => {
      const place = /(?:file:\/\/)?<here>\/[^:]+:\d+:\d+/.exec(line);
      return place === null || line.startsWith('    at async ') ? '' : `    at ${place[0]}\n`;
    })
    .replace(/ \{$/gm, '');
}

function record(name) {
  const folder = path.join(root, name);
  const file = (base) => path.join(folder, base);
  const args = fs.existsSync(file('command')) ? fs.readFileSync(file('command'), 'utf8').trimEnd().split('\n') : ['main.mjs'];
  const input = fs.existsSync(file('stdin')) ? fs.readFileSync(file('stdin')) : '';
  const { PATH, HOME } = process.env;
  const result = spawnSync(process.execPath, args, { cwd: folder, input, encoding: 'utf8', env: { PATH, HOME } });
  write(file('expected.out'), comparable(result.stdout, folder), true);
  write(file('expected.err'), comparable(result.stderr, folder), false);
  write(file('expected.code'), result.status === 0 ? '' : `${result.status}\n`, false);
}

function write(file, text, always) {
  if (text === '' && !always) fs.rmSync(file, { force: true });
  else fs.writeFileSync(file, text);
}

for (const entry of fs.readdirSync(root, { withFileTypes: true })) {
  if (entry.isDirectory() && entry.name.includes(only)) record(entry.name);
}
