// Writes what a real Node 26 prints for the programs of a suite: NODE tests/record.mjs inspect|lib|net|tls|order [PART-OF-A-NAME]
//
//   NAME.out   standard output      NAME.err   standard error, where there is any, without what `comparable` takes out
//
// The lines of an order program are reasoned out, and verify-node.sh asks Node for them: of those only the .err is written.

import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { comparable } from './comparable.mjs';

const [suite, only = ''] = process.argv.slice(2);
const HAS_FOLDERS = { inspect: false, lib: true, net: false, tls: false, order: true };
// What would change a line, were it set where this runs.
const CLEARED = [
  'CI', 'COLORTERM', 'FORCE_COLOR', 'NO_COLOR', 'NODE_DEBUG', 'NODE_DISABLE_COLORS', 'NODE_EXTRA_CA_CERTS', 'NODE_OPTIONS', 'NODE_PATH',
  'NODE_TLS_REJECT_UNAUTHORIZED', 'TERM_PROGRAM', 'TMUX', 'UV_THREADPOOL_SIZE',
];

if (!Object.hasOwn(HAS_FOLDERS, suite ?? '') || !process.version.startsWith('v26.')) {
  console.error('usage: NODE-26 tests/record.mjs inspect|lib|net|tls|order [PART-OF-A-NAME]');
  process.exit(2);
}

const root = path.join(import.meta.dirname, suite);
const folders = HAS_FOLDERS[suite] ? fs.readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map((entry) => path.join(root, entry.name)) : [root];
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'hexloop-record-'));
for (const folder of folders) {
  for (const name of fs.readdirSync(folder).filter((name) => /\.m?js$/.test(name))) {
    const program = path.join(folder, name);
    if (program.includes(only)) record(program);
  }
}
fs.rmSync(scratch, { recursive: true });

// The values of a directive in the comment lines that open a program.
function directive(program, key) {
  const opening = /^(?:\/\/.*\n)*/.exec(fs.readFileSync(program, 'utf8'))[0];
  return [...opening.matchAll(new RegExp(`^// ${key}: (.*)$`, 'gm'))].flatMap((match) => match[1].split(/\s+/));
}

function record(program) {
  const isOrder = suite === 'order';
  if (isOrder && (directive(program, 'profile').length > 0 || directive(program, 'node').includes('no'))) return;
  const flags = isOrder ? directive(program, 'flags') : [];
  const env = { ...process.env, ...(isOrder && { TMPDIR: scratch }) };
  for (const name of CLEARED) delete env[name];
  if (suite === 'inspect') Object.assign(env, Object.fromEntries(directive(program, 'env').map((pair) => pair.split('='))));
  // Files, not pipes: a pipe makes Node handle events of its own between the program's.
  const files = ['out', 'err'].map((name) => path.join(scratch, name));
  const descriptors = files.map((file) => fs.openSync(file, 'w'));
  // In the root: what a program prints must not depend on where it runs. Of paths within the working directory it does (inspect).
  const { status } = spawnSync(process.execPath, [...flags, program], { cwd: suite === 'inspect' ? root : '/', env, stdio: ['ignore', ...descriptors] });
  descriptors.forEach((descriptor) => fs.closeSync(descriptor));
  const stderr = fs.readFileSync(files[1], 'utf8');
  if (!isOrder && status !== 0) {
    console.error(`${program} fails on Node: ${stderr}`);
    process.exitCode = 1;
    return;
  }
  if (!isOrder) fs.copyFileSync(files[0], beside(program, 'out'));
  const text = comparable(stderr, path.dirname(program));
  if (text === '') fs.rmSync(beside(program, 'err'), { force: true });
  else fs.writeFileSync(beside(program, 'err'), text);
}

function beside(program, extension) {
  return program.replace(/\.m?js$/, `.${extension}`);
}
