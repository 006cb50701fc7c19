'use strict';
// Runs Node's own tests: hexloop tests/node/run.js NODE FOLDER SCRATCH [-v] [--record] [--jobs N] [PATTERN…]
//
// FOLDER holds Node's `test` folder (fetch.sh), which stays as it is. A test counts when Node 26 passes it; the verdicts are kept in
// SCRATCH. The table has a line for each group of tests (groups.js): how many passed, how many skipped themselves, which is not to
// pass, and how many failed. What fails or skips itself is compared with tests/node/expected-failures: a test that is not listed there,
// and a listed one that passes, end with exit code 1. --record writes the list anew for the patterns given, and keeps its causes.
//
// A pattern is a name with `*`: 'test-fs-*' is in parallel/, 'es-module/*' says where. Without one all tests of parallel/ run. Each
// has its own `tmpdir`.

const { spawn } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { parseArgs } = require('node:util');
const { groupOf, names } = require('./groups.js');

const { values: options, positionals: [node, folder, scratch, ...patterns] } = parseArgs({
  allowPositionals: true,
  options: { verbose: { type: 'boolean', short: 'v' }, record: { type: 'boolean' }, jobs: { type: 'string' } },
});
const jobs = Number(options.jobs ?? os.availableParallelism());
const root = path.join(folder, 'test');
const verdictsFile = path.join(scratch, `verdicts-${process.version}${path.resolve(folder).replaceAll('/', '-')}.json`);
const listFile = path.join(__dirname, 'expected-failures');
// A test that takes longer hangs.
const LIMIT = 60_000;

const verdicts = fs.existsSync(verdictsFile) ? JSON.parse(fs.readFileSync(verdictsFile, 'utf8')) : {};
const expected = new Map(fs.readFileSync(listFile, 'utf8').split('\n').filter((line) => line && !line.startsWith('#'))
  .map((line) => [line.split(' ')[0], line]));

function testsOf(pattern) {
  const [where, name] = pattern.includes('/') ? pattern.split('/') : ['parallel', pattern];
  const matches = new RegExp(`^${name.replace(/[.+^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}(\\.m?js)?$`);
  return fs.readdirSync(path.join(root, where)).filter((file) => /^test-.*\.m?js$/.test(file) && matches.test(file)).map((file) => `${where}/${file}`);
}

function flagsOf(test) {
  return [...fs.readFileSync(path.join(root, test), 'utf8').matchAll(/^\/\/ Flags:(.*)$/gm)].flatMap((match) => match[1].trim().split(/\s+/));
}

let runs = 0;
function run(binary, test) {
  const { promise, resolve } = Promise.withResolvers();
  const env = { ...process.env, NODE_TEST_DIR: path.join(scratch, 'tmp'), TEST_THREAD_ID: `${process.pid}_${runs++}`, TEST_PARALLEL: '1', NODE_SKIP_FLAG_CHECK: '1', NODE_TEST_KNOWN_GLOBALS: '0', NO_COLOR: '1' };
  const child = spawn(binary, [...flagsOf(test), path.join(root, test)], { cwd: path.join(root, path.dirname(test)), env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  let text = '';
  child.stdout.on('data', (chunk) => { text += chunk; });
  child.stderr.on('data', (chunk) => { text += chunk; });
  const killAll = () => { try { process.kill(-child.pid, 'SIGKILL'); } catch { /* It is gone. */ } };
  const timer = setTimeout(killAll, LIMIT);
  child.on('exit', (code, signal) => {
    clearTimeout(timer);
    killAll();
    const outcome = code !== 0 ? 'failed' : /^1\.\.0 # Skip/m.test(text) ? 'skipped' : 'passed';
    resolve({ outcome, code: code ?? signal, text });
  });
  return promise;
}

// 'uncounted': Node does not pass it, or it looks inside Node.
async function judge(test) {
  if (flagsOf(test).some((flag) => /internals|natives/.test(flag))) return 'uncounted';
  verdicts[test] ??= (await run(node, test)).outcome === 'passed';
  if (!verdicts[test]) return 'uncounted';
  const { outcome, code, text } = await run(process.execPath, test);
  if (options.verbose && outcome !== 'passed') console.log(`---- ${test} (${code})\n${text.trim().split('\n').slice(0, 20).join('\n')}`);
  return outcome;
}

async function main() {
  fs.mkdirSync(path.join(scratch, 'tmp'), { recursive: true });
  const tests = [...new Set((patterns.length > 0 ? patterns : ['test-*']).flatMap(testsOf))].sort();
  const outcomes = new Map();
  let next = 0;
  const worker = async () => {
    while (next < tests.length) {
      const test = tests[next++];
      outcomes.set(test, await judge(test));
    }
  };
  await Promise.all(Array.from({ length: jobs }, worker));
  fs.writeFileSync(verdictsFile, JSON.stringify(verdicts));
  fs.rmSync(path.join(scratch, 'tmp'), { recursive: true, force: true });
  printTable(outcomes);
  if (options.record) record(outcomes);
  else compare(outcomes);
}

function printTable(outcomes) {
  const rows = new Map();
  for (const [test, outcome] of outcomes) {
    const group = groupOf(test);
    const row = rows.get(group) ?? { passed: 0, skipped: 0, failed: 0, uncounted: 0 };
    row[outcome]++;
    rows.set(group, row);
  }
  const print = (name, { passed, skipped, failed }) => {
    const count = passed + skipped + failed;
    if (count === 0) return;
    console.log(`${name.padEnd(12)} ${String(passed).padStart(5)} of ${String(count).padEnd(5)} ${(100 * passed / count).toFixed(1).padStart(5)} %   ` +
      `${skipped} skipped themselves, ${failed} failed`);
  };
  const total = { passed: 0, skipped: 0, failed: 0 };
  for (const name of [...names, ...[...rows.keys()].filter((name) => !names.includes(name)).sort()]) {
    const row = rows.get(name);
    if (row === undefined) continue;
    print(name, row);
    for (const key of Object.keys(total)) total[key] += row[key];
  }
  print('all', total);
  const uncounted = [...outcomes.values()].filter((outcome) => outcome === 'uncounted').length;
  console.log(`${uncounted} do not count: Node 26 does not pass them, or they look inside Node`);
}

const isMissed = (outcome) => outcome === 'failed' || outcome === 'skipped';

function compare(outcomes) {
  let surprises = 0;
  for (const [test, outcome] of [...outcomes].sort()) {
    if (isMissed(outcome) && !expected.has(test)) console.log(`${outcome}: ${test}`);
    else if (outcome === 'passed' && expected.has(test)) console.log(`passes now, take it off the list: ${test}`);
    else continue;
    surprises++;
  }
  process.exitCode = surprises > 0 ? 1 : 0;
}

// Keeps the words behind a name that was there before.
function record(outcomes) {
  for (const [test, outcome] of outcomes) {
    if (!isMissed(outcome)) expected.delete(test);
    else if (!expected.has(test)) expected.set(test, test);
  }
  const head = fs.readFileSync(listFile, 'utf8').split('\n').filter((line) => line.startsWith('#'));
  fs.writeFileSync(listFile, `${[...head, ...[...expected.values()].sort()].join('\n')}\n`);
  const missed = [...outcomes.values()].filter(isMissed).length;
  console.log(`${missed} of ${outcomes.size} are on the list`);
}

main();
