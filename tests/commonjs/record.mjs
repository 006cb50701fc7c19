// Writes what Node prints for every case: `NODE tests/commonjs/record.mjs [part of a name]`, with a Node 26.
//
// A case is one file: a line `$ [NAME=value …] hexloop [options] FILE` for each command (none: `$ hexloop main.js`), then the
// files of a small project, each after a line `=== path`; `=== path -> target` is a symbolic link, `=== path (hex)` bytes.
// `crates/cli/tests/commonjs.rs` reads the same files. The folder they are unpacked to reads ROOT in what is recorded; its path is
// always as long, since where a printed list breaks depends on it.

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const here = import.meta.dirname;
const only = process.argv[2] ?? '';

for (const name of readdirSync(here).filter((name) => name.endsWith('.case') && name.includes(only))) {
  const { commands, files } = read(readFileSync(join(here, name), 'utf8'));
  const root = mkdtempSync('/tmp/commonjs-');
  for (const file of files) unpack(root, file);
  writeFileSync(join(here, name.replace('.case', '.out')), commands.map((command) => run(command, root, commands.length > 1)).join(''));
  rmSync(root, { recursive: true });
}

function read(text) {
  const commands = [];
  const files = [];
  for (const line of text.split(/(?<=\n)/)) {
    const head = /^=== (\S+)(?: -> (\S+)| \((hex)\))?\n$/.exec(line);
    if (head) files.push({ path: head[1], target: head[2], hex: head[3], text: '' });
    else if (files.length > 0) files.at(-1).text += line;
    else if (line.startsWith('$ ')) commands.push(line.slice(2).trim());
  }
  return { commands: commands.length > 0 ? commands : ['hexloop main.js'], files };
}

function unpack(root, { path, target, hex, text }) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  if (target) symlinkSync(target, join(root, path));
  else writeFileSync(join(root, path), hex ? Buffer.from(text.replace(/\s/g, ''), 'hex') : text);
}

function run(command, root, isOneOfMany) {
  const words = command.split(' ');
  const env = { PATH: process.env.PATH, HOME: join(root, 'home'), HEXLOOP_CACHE: join(root, 'cache') };
  while (words[0] !== 'hexloop') {
    const [, name, value] = /^(\w+)=(.*)$/.exec(words.shift());
    env[name] = value.replaceAll('ROOT', root);
  }
  const { stdout, stderr, status } = spawnSync(process.execPath, words.slice(1), { cwd: root, env, encoding: 'utf8' });
  let text = isOneOfMany ? `$ ${command}\n` : '';
  text += stdout;
  if (stderr) text += `--- stderr\n${stderr}`;
  if (status !== 0) text += `--- code ${status}\n`;
  return text.replaceAll(root, 'ROOT').replace(/\(node:\d+\)/g, '(node:PID)');
}
