'use strict';
// Writes docs/compatibility.md, to standard output: what of Node's surface (node26.json) this runtime has. Run by Hexloop;
// `./x compat` puts the text in its place, crates/cli/tests/compat.rs fails when what is there is not what comes out here.
//
//   present         the name is there, and nothing marks it as missing
//   not there yet   the name is there and says so when it is used (core/not_implemented.js marks it)
//   absent          the name is not there

const { node, surface: wanted } = require('./node26.json');
const { surfaceOf } = require('./surface.js');

const kNotYet = Symbol.for('hexloop.notYet');
const PRESENT = 'present';
const NOT_YET = 'not there yet';
const ABSENT = 'absent';

const isMarked = (value) => (typeof value === 'object' || typeof value === 'function') && value !== null && Object.hasOwn(value, kNotYet);

const describe = (value) => (isMarked(value) ? NOT_YET : PRESENT);
const failed = (error) => (isMarked(error) ? NOT_YET : PRESENT);

process.removeAllListeners('warning');
const ids = Object.keys(wanted).filter((id) => id !== 'globals' && wanted[id] !== null);
const found = surfaceOf(ids, describe, failed);

// A member of what is not there yet is not there yet either.
function stateOf(id, name) {
  if (found[id] === null) return ABSENT;
  const owner = ownerOf(name);
  if (owner !== name && found[id][owner] === NOT_YET) return NOT_YET;
  return found[id][name] ?? ABSENT;
}

const ownerOf = (name) => /^[^.#]*/.exec(name)[0];

function byState(id, names) {
  const groups = { [PRESENT]: [], [NOT_YET]: [], [ABSENT]: [] };
  for (const name of names) groups[stateOf(id, name)].push(name);
  return groups;
}

const code = (names) => names.map((name) => `\`${name}\``).join(' ');

function membersCell(id, owner, members) {
  if (members.length === 0) return '';
  const groups = byState(id, members);
  const short = (names) => code(names.map((name) => name.slice(owner.length).replace(/^\./, '')));
  const parts = [groups[PRESENT].length === members.length ? `all ${members.length}` : `${groups[PRESENT].length} of ${members.length}`];
  for (const state of [NOT_YET, ABSENT]) if (groups[state].length > 0) parts.push(`${state}: ${short(groups[state])}`);
  return parts.join('; ');
}

function section(id) {
  const names = Object.keys(wanted[id]);
  const lines = [`## ${id}`, ''];
  const exports = names.filter((name) => ownerOf(name) === name);
  if (found[id] === null) return [...lines, `The module is not there. In Node: ${code(exports)}`, ''];
  const members = Map.groupBy(names.filter((name) => ownerOf(name) !== name), ownerOf);
  lines.push('| name | in Node | here | its members |', '|---|---|---|---|');
  for (const name of exports) {
    lines.push(`| \`${name}\` | ${wanted[id][name]} | ${stateOf(id, name)} | ${membersCell(id, name, members.get(name) ?? [])} |`);
  }
  // Statics of a module that is itself a function (`events`, `assert`, `stream`) have no row of their own to stand in.
  for (const [owner, own] of members) {
    if (!exports.includes(owner)) lines.push(`| \`${owner}\` | module | ${PRESENT} | ${membersCell(id, owner, own)} |`);
  }
  return [...lines, ''];
}

function summary(all) {
  const lines = ['| module | names in Node | present | not there yet | absent |', '|---|---:|---:|---:|---:|'];
  const total = { [PRESENT]: 0, [NOT_YET]: 0, [ABSENT]: 0 };
  for (const id of all) {
    const names = Object.keys(wanted[id]);
    const groups = byState(id, names);
    const counts = [PRESENT, NOT_YET, ABSENT].map((state) => groups[state].length);
    for (const state of Object.keys(total)) total[state] += groups[state].length;
    lines.push(`| [${id}](#${id.replace(/[:/]/g, '')}) | ${names.length} | ${counts.map((count) => count || '').join(' | ')} |`);
  }
  const sum = total[PRESENT] + total[NOT_YET] + total[ABSENT];
  lines.push(`| **all** | **${sum}** | **${total[PRESENT]}** | **${total[NOT_YET]}** | **${total[ABSENT]}** |`);
  return lines;
}

const all = ['globals', ...ids];
const text = [
  `# What of Node ${node} is there`,
  '',
  'Made by `./x compat`, which asks a real Node and Hexloop for every export of every module, the members of classes and of',
  'groups of names, and the globals that are not the language\'s own. Not to be edited: a test compares it with what comes out.',
  'A name that is present may still differ in what it does; that is what the other tests are for. *Not there yet* means that',
  'the name exists, so that importing it works, and that using it throws an error that says so.',
  '',
  ...summary(all),
  '',
  ...all.flatMap(section),
];
process.stdout.write(`${text.join('\n').trimEnd()}\n`);
