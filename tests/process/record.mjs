// Writes what a real Node 26 prints for each program of this folder: NODE record.mjs [part-of-a-name]
//
//   name.js    the program; its first line may say `// flags: …`, `// stdin: text`, `// stdin: open` or `// stdout: file`
//   name.out   standard output      name.err   standard error      name.code   the exit code, or the signal's name
//
// An empty .err and the code 0 have no file. What cannot be the same on two runtimes is taken out: ../comparable.mjs.

import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { comparable } from '../comparable.mjs';

const folder = import.meta.dirname;
const only = process.argv[2] ?? '';

function record(name) {
  const file = path.join(folder, `${name}.js`);
  const [, key, value] = /^\/\/ (\w+): (.*)/.exec(fs.readFileSync(file, 'utf8')) ?? [];
  const flags = key === 'flags' ? value.split(' ') : [];
  const input = key === 'stdin' && value !== 'open' ? JSON.parse(`"${value}"`) : '';
  // A pipe that stays open while the program runs.
  const open = key === 'stdin' && value === 'open';
  const command = [process.execPath, ...flags, file].map((word) => `'${word}'`).join(' ');
  const target = key === 'stdout' ? '> /tmp/hexloop-record.out' : '| cat';
  const line = open ? `sleep 2 | ${command}` : command;
  const result = spawnSync('bash', ['-c', `set -o pipefail; { ${line}; } ${target}; exit "\${PIPESTATUS[0]}"`], { input, encoding: 'utf8', env: cleared() });
  const out = key === 'stdout' ? fs.readFileSync('/tmp/hexloop-record.out', 'utf8') : result.stdout;
  write(name, 'out', comparable(out, folder));
  write(name, 'err', comparable(result.stderr.replace(/^bash: line.*\n/gm, ''), folder));
  write(name, 'code', result.status === 0 ? '' : `${result.status}\n`);
}

function cleared() {
  const { PATH, HOME } = process.env;
  return { PATH, HOME };
}

function write(name, extension, text) {
  const file = path.join(folder, `${name}.${extension}`);
  if (text === '' && extension !== 'out') fs.rmSync(file, { force: true });
  else fs.writeFileSync(file, text);
}

for (const entry of fs.readdirSync(folder).sort()) {
  if (entry.endsWith('.js') && entry.includes(only)) record(entry.slice(0, -3));
}
