// Breaks valid programs at random and records Node's error for each.
//
//   node record_mutations.mjs TABLE SEED COUNT
//
// The table has the form that record.mjs explains. vm.compileFunction with the CommonJS wrapper's parameters is what
// Node itself calls, so one process does for all programs.
import vm from 'node:vm';
import { writeFileSync } from 'node:fs';

const [table, seed, count] = process.argv.slice(2);

const PROGRAMS = [
  "const fs = require('fs');\nfs.readFile('a.txt', 'utf8', (err, data) => {\n  if (err) throw err;\n  console.log(data.length);\n});",
  'function add(a, b = 1, ...rest) {\n  return a + b + rest.reduce((x, y) => x + y, 0);\n}\nmodule.exports = { add, sub: (a, b) => a - b };',
  "async function main() {\n  const result = await fetch(url, { method: 'POST', body: JSON.stringify({ a: 1 }) });\n  for await (const chunk of result.body) process.stdout.write(chunk);\n  return result;\n}\nmain().catch(console.error);",
  "class Animal extends Base {\n  #name = 'x';\n  static count = 0;\n  constructor(name) {\n    super();\n    this.#name = name;\n  }\n  get name() { return this.#name; }\n  static async *items() { yield 1; }\n}",
  'for (let i = 0; i < 10; i++) {\n  if (i % 2 === 0) continue;\n  else console.log(`odd ${i} and ${i * 2}`);\n}',
  "switch (x) {\n  case 1:\n    foo();\n    break;\n  case 'two': bar(); break;\n  default:\n    baz();\n}",
  'try {\n  risky({ a, b: [1, 2, 3], ...c });\n} catch (e) {\n  console.error(e.message);\n} finally {\n  done();\n}',
  "const { a, b: { c = 2 }, ...others } = require('./x');\nlet [p, , q = 3, ...r] = list;\n[p, q] = [q, p];",
  "setTimeout(() => {\n  console.log('timeout');\n}, 0);\nsetImmediate(function () { console.log('immediate'); });\nprocess.nextTick(() => console.log('tick'));",
  "var re = /ab+c/gi, n = 0x1F, m = 1_000, big = 10n, s = \"it's\", t = 'say \"hi\"';\nvar u = n ? m : big ?? s?.length;",
  'do { i--; } while (i > 0);\nwhile (true) { if (done) break; }\nlabel: for (const k in obj) { continue label; }',
  "const o = {\n  key: 'value',\n  'quoted-key': 1,\n  [computed]: 2,\n  method() { return this; },\n  get x() { return 1; },\n  set x(v) { },\n  async am() { await 1; },\n  *gen() { yield* other(); },\n};",
  'if (a && b || !c) { x = y = z; } else if (d) return; else { delete o.p, void 0, typeof q; }',
];
const TOKEN = /\s+|[A-Za-z_$#][\w$]*|\d[\w.]*|'[^'\n]*'|"[^"\n]*"|\.\.\.|=>|===|\+\+|--|&&|\|\||\?\?|\?\.|\$\{|[^\s\w]/g;
const PIECES = ['(', ')', '{', '}', '[', ']', ',', ';', ':', '=', '=>', '.', '...', 'x', '1', "'s'", '`t`', 'if', 'else',
  'function', 'return', 'const', 'let', 'await', 'yield', 'class', 'new', '+', '*', '?', '#', '@', "'", '"', '`', '/', 'async',
  'var', 'in', 'of', 'import', 'export', 'static', 'get', '++', '!', '\n'];

let state = Number(seed);
function dice(sides) {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) % sides;
}

function mutate(program) {
  const tokens = program.match(TOKEN);
  for (let changes = dice(4) === 0 ? 2 : 1; changes > 0 && tokens.length > 0; changes--) {
    const at = dice(tokens.length);
    switch (dice(4)) {
      case 0: tokens.splice(at, 1); break;
      case 1: tokens.splice(at, 0, PIECES[dice(PIECES.length)], dice(2) ? ' ' : ''); break;
      case 2: tokens[at] = PIECES[dice(PIECES.length)]; break;
      default: tokens.length = at;
    }
  }
  return tokens.join('').replace(/\n+$/, '');
}

function answer(program) {
  try {
    vm.compileFunction(program, ['exports', 'require', 'module', '__filename', '__dirname'], { filename: 'FILE' });
    return '<<< runs\n';
  } catch (error) {
    const lines = error.stack.split('\n');
    const last = lines.findIndex((line) => line.startsWith('SyntaxError: '));
    return `<<<\n${lines.slice(0, last + 1).join('\n')}\n`;
  }
}

const seen = new Map();
while (seen.size < Number(count)) {
  const program = mutate(PROGRAMS[dice(PROGRAMS.length)]);
  if (program === '' || program.startsWith('\n') || seen.has(program)) continue;
  seen.set(program, answer(program));
}
writeFileSync(table, [...seen].map(([program, said]) => `>>>\n${program}\n${said}`).join(''));
