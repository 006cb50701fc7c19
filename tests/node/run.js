'use strict';
// Runs Node's own tests: hexloop tests/node/run.js NODE FOLDER [-v] [--record] PATTERN…
//
// FOLDER holds Node's `test` folder (fetch.sh). A test counts when Node 26 passes it; its verdicts are kept in FOLDER. What fails here
// is compared with tests/node/expected-failures: a failure that is not listed there, and a listed one that passes, end with
// exit code 1. --record writes the list anew for the patterns given.
//
// A pattern is a name with `*`: 'test-fs-*' is in parallel/, 'es-module/*' says where.

const { spawn } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

const [node, folder, ...rest] = process.argv.slice(2);
const isVerbose = rest.includes('-v');
const isRecording = rest.includes('--record');
const patterns = rest.filter((word) => !word.startsWith('-'));
const root = path.join(folder, 'test');
const verdictsFile = path.join(folder, `verdicts-${process.version}.json`);
const listFile = path.join(__dirname, 'expected-failures');
const PATIENCE = 40_000;

const verdicts = fs.existsSync(verdictsFile) ? JSON.parse(fs.readFileSync(verdictsFile, 'utf8')) : {};
const expected = new Map(fs.readFileSync(listFile, 'utf8').split('\n').filter((line) => line && !line.startsWith('#'))
  .map((line) => [line.split(' ')[0], line]));

function testsOf(pattern) {
  const [where, name] = pattern.includes('/') ? pattern.split('/') : ['parallel', pattern];
  const matches = new RegExp(`^${name.replace(/[.+^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}(\\.m?js)?$`);
  return fs.readdirSync(path.join(root, where)).filter((file) => /\.[cm]?js$/.test(file) && matches.test(file)).map((file) => `${where}/${file}`);
}

function flagsOf(test) {
  return /^\/\/ Flags:(.*)$/m.exec(fs.readFileSync(path.join(root, test), 'utf8'))?.[1].trim().split(/\s+/) ?? [];
}

let runs = 0;
function run(binary, test) {
  const { promise, resolve } = Promise.withResolvers();
  const env = { ...process.env, NODE_TEST_DIR: path.join(folder, 'tmp'), TEST_THREAD_ID: `${process.pid}_${runs++}`, NODE_SKIP_FLAG_CHECK: '1', NODE_TEST_KNOWN_GLOBALS: '0' };
  const child = spawn(binary, [...flagsOf(test), path.join(root, test)], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  let text = '';
  child.stdout.on('data', (chunk) => { text += chunk; });
  child.stderr.on('data', (chunk) => { text += chunk; });
  const killAll = () => { try { process.kill(-child.pid, 'SIGKILL'); } catch { /* It is gone. */ } };
  const timer = setTimeout(killAll, PATIENCE);
  child.on('exit', (code, signal) => {
    clearTimeout(timer);
    killAll();
    resolve({ passed: code === 0 && !text.startsWith('1..0 # Skip'), code: code ?? signal, text });
  });
  return promise;
}

async function judge(test) {
  if (flagsOf(test).some((flag) => /internals|natives/.test(flag))) return 'skipped';
  verdicts[test] ??= (await run(node, test)).passed;
  if (!verdicts[test]) return 'skipped';
  const { passed, code, text } = await run(process.execPath, test);
  if (passed) return 'passed';
  if (isVerbose) console.log(`---- ${test} (${code})\n${text.trim().split('\n').slice(0, 20).join('\n')}`);
  return 'failed';
}

async function main() {
  fs.mkdirSync(path.join(folder, 'tmp'), { recursive: true });
  const tests = [...new Set(patterns.flatMap(testsOf))].sort();
  const outcomes = new Map();
  let next = 0;
  const worker = async () => {
    while (next < tests.length) {
      const test = tests[next++];
      outcomes.set(test, await judge(test));
    }
  };
  await Promise.all(Array.from({ length: os.availableParallelism() }, worker));
  fs.writeFileSync(verdictsFile, JSON.stringify(verdicts));
  report(tests, outcomes);
}

function report(tests, outcomes) {
  const those = (outcome) => tests.filter((test) => outcomes.get(test) === outcome);
  const failed = those('failed');
  if (isRecording) return record(tests, failed);
  const surprises = failed.filter((test) => !expected.has(test));
  const mended = those('passed').filter((test) => expected.has(test));
  for (const test of surprises) console.log(`failed: ${test}`);
  for (const test of mended) console.log(`passes now, take it off the list: ${test}`);
  console.log(`${tests.length} tests of Node: ${those('passed').length} pass, ${failed.length} fail (${surprises.length} of them not on the list), ` +
    `${those('skipped').length} do not count (Node 26 does not pass them, or they look inside Node)`);
  process.exitCode = surprises.length + mended.length > 0 ? 1 : 0;
}

// Keeps the words behind a name that was there before.
function record(tests, failed) {
  for (const test of tests) if (!failed.includes(test)) expected.delete(test);
  for (const test of failed) if (!expected.has(test)) expected.set(test, test);
  const head = fs.readFileSync(listFile, 'utf8').split('\n').filter((line) => line.startsWith('#'));
  fs.writeFileSync(listFile, `${[...head, ...[...expected.values()].sort()].join('\n')}\n`);
  console.log(`${failed.length} of ${tests.length} are on the list`);
}

main();
