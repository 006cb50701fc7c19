'use strict';
// Programs whose built-ins were replaced, on Hexloop and as Node runs them.
//
//   hexloop tests/builtins/run.js HEXLOOP [--all] [--kind=throws] [PART-OF-A-NAME] [PROGRAM]
//   node tests/builtins/run.js --record [--chosen] NODE [PROGRAM [PART-OF-A-NAME]]
//
// A run is one program (programs/) with one mutation (mutate.js). What it prints must be what it prints with no mutation
// at all, its lines in any order (order is tests/order's business). Where Node itself prints something else (recorded in node26.json) Hexloop may too, but it
// must end, by itself, without a signal and without exit code 70, which is Hexloop's word for an error inside of it.
//
// With --chosen Node is asked only about what is run without --all, in seconds instead of minutes; of the other names (those not in `asked`) a run only has
// to end.
//
// Without --all: every name once, with a kind and a program that follow from its number; inherited elements with every other program;
// every holder as a whole with each program.

const { spawn } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');

const KINDS = ['throws', 'delete', 'nonsense', 'undefined'];
// What Node is asked about: where it does not mind that a function throws it does not call it.
const RECORDED_KIND = 'throws';
const RECORDED = path.join(__dirname, 'node26.json');
// There to be replaced, and called whenever a stack is wanted: Node asks for one at other times.
const PROGRAMS_OWN = ['Error.prepareStackTrace', 'Error.*'];
// Without `then` and `constructor` an await answers the promise itself, so that the programs' own `for await` goes on for ever, on Node too.
// Where the length of bytes is a lie, a connection waits for those that are missing.
const ENDLESS = /^(delete|undefined) Promise\.prototype\.\*$|^(delete|undefined|nonsense) TypedArray\.(length|\*)$/;
const INTERNAL_ERROR = 70;
const PATIENCE_MS = process.argv.includes('--record') ? 5_000 : 30_000;
const AT_A_TIME = 2;

const options = process.argv.slice(2).filter((word) => word.startsWith('--'));
const words = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const programs = fs.readdirSync(path.join(__dirname, 'programs')).map((name) => path.basename(name, '.js')).sort();

// Each program with mutate.js before it, in a folder of its own.
function prepare() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hexloop-builtins-'));
  const mutate = fs.readFileSync(path.join(__dirname, 'mutate.js'), 'utf8');
  fs.cpSync(path.join(__dirname, 'parts'), path.join(folder, 'parts'), { recursive: true });
  fs.cpSync(path.join(__dirname, '../tls/keys'), path.join(folder, 'parts/keys'), { recursive: true });
  fs.mkdirSync(path.join(folder, 'programs'));
  for (const name of programs) {
    const text = fs.readFileSync(path.join(__dirname, 'programs', `${name}.js`), 'utf8');
    fs.writeFileSync(path.join(folder, 'programs', `${name}.js`), mutate + text);
  }
  return folder;
}

function run(binary, folder, program, mutation) {
  return new Promise((resolve, reject) => {
    const { MUTATION, FORCE_COLOR, NODE_OPTIONS, ...env } = process.env;
    const child = spawn(binary, [path.join(folder, 'programs', `${program}.js`)], { env: { ...env, MUTATION: mutation }, stdio: ['ignore', 'pipe', 'pipe'] });
    const text = ['', ''];
    [child.stdout, child.stderr].forEach((stream, i) => stream.setEncoding('utf8').on('data', (chunk) => { text[i] += chunk; }));
    let hangs = false;
    const timer = setTimeout(() => { hangs = true; child.kill('SIGKILL'); }, PATIENCE_MS);
    child.on('error', reject);
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      resolve({ out: text[0], err: text[1], code, end: hangs ? 'hangs' : signal ?? `exit code ${code}` });
    });
  });
}

// What is compared: the lines, however they follow one another, and how it ended. Stacks are each runtime's own.
function essence({ out, err, end }) {
  const isOwn = (line) => line !== '' && !/^ +at |^\(node:|^\(Use `|^Node\.js v|^\s*\^$/.test(line);
  const lines = (text) => text.split('\n').filter(isOwn).sort().join('\n');
  return `${lines(out)}\n${lines(err).replaceAll(/\/\S*hexloop-builtins-[^/]*/g, '')}\n${end}`;
}

async function inParallel(jobs, work) {
  let next = 0;
  const worker = async () => {
    while (next < jobs.length) await work(jobs[next++]);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, worker));
}

async function record(node, only = '', part = '') {
  const folder = prepare();
  const names = (await run(node, folder, 'exit', 'list')).out.trim().split('\n');
  const old = only + part === '' && !options.includes('--chosen') ? {} : JSON.parse(fs.readFileSync(RECORDED, 'utf8'));
  const askedBefore = old.names === undefined ? [] : [...old.names, ...wholes(old.names)];
  const recorded = { ...old, names };
  recorded.programs ??= {};
  for (const program of programs.filter((name) => name.includes(only))) {
    const plain = essence(await run(node, folder, program, ''));
    const all = [...names, ...wholes(names)];
    const wanted = options.includes('--chosen') ? new Set(chosen(names, [program]).map(([, , name]) => name)) : new Set(all);
    const jobs = all.filter((name) => name.includes(part) && wanted.has(name));
    const before = recorded.programs[program];
    const differs = (before?.differs ?? []).filter((name) => !jobs.includes(name));
    const earlier = before === undefined ? [] : before.asked ?? askedBefore;
    const asked = all.filter((name) => jobs.includes(name) || earlier.includes(name));
    await inParallel(jobs, async (name) => {
      if (essence(await run(node, folder, program, `${RECORDED_KIND} ${name}`)) !== plain) differs.push(name);
    });
    recorded.programs[program] = { plain, differs: differs.sort(), asked: asked.length === all.length ? undefined : asked };
    console.log(`${program}: Node prints something else after ${differs.length} mutations`);
    fs.writeFileSync(RECORDED, `${JSON.stringify(recorded, null, 1)}\n`);
  }
  fs.rmSync(folder, { recursive: true });
}

// `Array.prototype.*` for each holder.
const wholes = (names) => [...new Set(names.map((name) => name.slice(0, name.lastIndexOf('.') + 1)))].filter((holder) => holder !== 'globalThis.').map((holder) => `${holder}*`);

// An element that every array inherits.
const isIndex = (name) => /\.\d+$/.test(name);

function chosen(names, wantedPrograms = undefined) {
  const [, part = '', only = ''] = wantedPrograms === undefined ? words : [];
  const isChosen = wantedPrograms !== undefined ? (program) => wantedPrograms.includes(program)
    : programs.includes(only) ? (program) => program === only : (program) => program.includes(only);
  const kinds = options.filter((word) => word.startsWith('--kind=')).map((word) => word.slice('--kind='.length));
  const everything = options.includes('--all');
  const jobs = [];
  names.forEach((name, n) => {
    programs.forEach((program, p) => {
      KINDS.forEach((kind, k) => {
        if (everything || (n % programs.length === p && (n + p) % 3 === k) || (isIndex(name) && (n + p) % 2 === 0 && p % 4 === k)) jobs.push([program, kind, name]);
      });
    });
  });
  wholes(names).forEach((name, n) => {
    programs.forEach((program, p) => {
      KINDS.forEach((kind, k) => {
        if (everything || ((n + p) % 8 === 0 && n % 3 === k)) jobs.push([program, kind, name]);
      });
    });
  });
  return jobs.filter(([program, kind, name]) => !ENDLESS.test(`${kind} ${name}`) && name.includes(part) && isChosen(program) && (kinds.length === 0 || kinds.includes(kind)));
}

async function compare(hexloop) {
  const recorded = JSON.parse(fs.readFileSync(RECORDED, 'utf8'));
  const folder = prepare();
  const complaints = [];
  const jobs = chosen(recorded.names);
  await inParallel(jobs, async ([program, kind, name]) => {
    const { plain, differs, asked } = recorded.programs[program];
    const seen = await run(hexloop, folder, program, `${kind} ${name}`);
    const ended = seen.end.startsWith('exit code') && seen.code !== INTERNAL_ERROR;
    const isFree = differs.includes(name) || asked?.includes(name) === false || PROGRAMS_OWN.includes(name);
    if (ended && (isFree || essence(seen) === plain)) return;
    complaints.push(`${program} ${kind} ${name}: ${ended ? 'prints something else' : seen.end}`);
    console.log(complaints.at(-1));
    if (options.includes('--show')) console.log(`${seen.out}${seen.err}`.replaceAll(/^/gm, '    '));
  });
  fs.rmSync(folder, { recursive: true });
  console.log(`${jobs.length} runs, ${complaints.length} not as on Node`);
  process.exitCode = complaints.length === 0 && jobs.length > 0 ? 0 : 1;
}

if (options.includes('--record')) record(...words);
else compare(words[0]);
