// Writes down, under each case of cases.txt, what Node makes of it.
//
//   node --expose-internals record.mjs          (again, with the Node whose behaviour Hexloop follows)
//
// The files of tree.txt are made in a fresh folder, $ROOT in the table. Each group of cases (a line that begins with
// `@`) runs in a Node of its own, with that line's flags, environment and current folder.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import module from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const here = import.meta.dirname;
const table = path.join(here, 'cases.txt');

function buildTree(root) {
  const entries = fs.readFileSync(path.join(here, 'tree.txt'), 'utf8').split(/^== /m).slice(1);
  for (const entry of entries) {
    const [head, ...lines] = entry.split('\n');
    const [name, target] = head.split(' -> ');
    const file = path.join(root, name);
    if (name.endsWith('/')) {
      fs.mkdirSync(file, { recursive: true });
      continue;
    }
    fs.mkdirSync(path.dirname(file), { recursive: true });
    if (target !== undefined) fs.symlinkSync(target, file);
    else fs.writeFileSync(file, contents(lines.join('\n')));
  }
}

function contents(text) {
  const parts = text.split(/\\x([0-9a-f]{2})/);
  return Buffer.concat(parts.map((part, i) => (i % 2 ? Buffer.from(part, 'hex') : Buffer.from(part))));
}

function isCase(line) {
  return /^(import|load|require|find) /.test(line);
}

function recordAll() {
  const root = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'resolve-'));
  buildTree(root);
  const lines = fs.readFileSync(table, 'utf8').split('\n').filter((line) => line && !line.startsWith('  '));
  const out = [];
  for (let at = 0; at < lines.length;) {
    const head = lines[at++];
    out.push(head);
    if (!head.startsWith('@ ')) continue;
    const group = [];
    while (at < lines.length && isCase(lines[at])) group.push(lines[at++]);
    out.push(...recordGroup(head, group, root));
  }
  fs.writeFileSync(table, `${out.join('\n')}\n`);
  fs.rmSync(root, { recursive: true });
}

function recordGroup(head, group, root) {
  const words = head.slice(2).replaceAll('$ROOT', root).split(' ');
  const flags = words.filter((word) => word.startsWith('--'));
  const { cwd, ...env } = Object.fromEntries(words.filter((word) => !word.startsWith('--')).map((word) => word.split('=')));
  const child = spawnSync(process.execPath, ['--expose-internals', '--no-warnings', ...flags, import.meta.filename, 'group', root], {
    cwd: path.join(root, cwd), env: { HOME: path.join(root, 'home'), ...env }, input: JSON.stringify(group),
    encoding: 'utf8', stdio: ['pipe', 'pipe', 'inherit'], maxBuffer: 1 << 28,
  });
  const answers = JSON.parse(child.stdout);
  return group.flatMap((line, i) => [line, ...answers[i]]);
}

async function answerGroup(root) {
  const require = module.createRequire(import.meta.url);
  const { defaultResolve } = require('internal/modules/esm/resolve');
  const warnings = [];
  process.emitWarning = (message, type, code) => { warnings.push([code, message]); };
  const ask = {
    async import(from, request) {
      const { url, format } = defaultResolve(request, { parentURL: from });
      return format === undefined ? url : `${url} ${format}`;
    },
    async load(from, request) {
      const { load } = await import(from);
      await load(request);
      return 'loads';
    },
    async require(from, request) { return module.createRequire(from).resolve(request); },
    async find(from, request) { return module.findPackageJSON(request, from); },
  };
  const answers = [];
  for (const line of JSON.parse(fs.readFileSync(0, 'utf8'))) {
    const [, kind, place, rest] = /^(\S+) (\S+) (.*)$/.exec(line);
    const request = (rest.startsWith('"') ? JSON.parse(rest) : rest).replaceAll('$ROOT', root);
    const from = place === '-' ? undefined : place.includes(':') ? place : pathToFileURL(path.join(root, place)).href;
    warnings.length = 0;
    let answer;
    try {
      answer = `  = ${await ask[kind](from, request)}`;
    } catch (error) {
      answer = `  ! ${JSON.stringify(described(error))}`;
    }
    const printed = warnings.map((warning) => `  ~ ${JSON.stringify(warning)}`);
    answers.push([answer, ...printed].map((text) => text.replaceAll(root, '$ROOT')));
  }
  process.stdout.write(JSON.stringify(answers));
}

function described(error) {
  const { code, requireStack, ...fields } = error;
  const message = error.message.replace(/\nRequire stack:\n[^]*/, '');
  const shown = { name: error.name, code, message };
  for (const key of Object.keys(fields).sort()) shown[key] = String(fields[key]);
  if (error.cause) shown.cause = described(error.cause);
  return shown;
}

if (process.argv[2] === 'group') await answerGroup(process.argv[3]);
else recordAll();
