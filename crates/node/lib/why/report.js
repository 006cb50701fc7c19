'use strict';
// What keeps the process alive, in words: one line for each thing, with its kind by Node's name (the same that
// process.getActiveResourcesInfo() gives), what is known about it, and with --why its age and the line that made it.

const { everything } = require('process/resources');

const origins = require.has('why/origins') ? require('why/origins') : undefined;

function report() {
  const all = everything();
  const holding = all.filter(({ isReferenced }) => isReferenced);
  const others = all.filter(({ isReferenced }) => !isReferenced);
  let text = '';
  if (holding.length === 0) text += 'hexloop: nothing keeps this process alive\n';
  else text += `hexloop: ${counted(holding.length, 'thing keeps', 'things keep')} this process alive:\n${table(holding)}`;
  if (others.length > 0) text += `hexloop: ${counted(others.length, 'more does', 'more do')} not (unreferenced):\n${table(others)}`;
  if (origins === undefined && holding.length > 0) text += 'hexloop: run with --why to see which lines made them\n';
  return text;
}

const counted = (count, one, several) => `${count} ${count === 1 ? one : several}`;

// A flood of equal lines says no more than one of them and their number.
function table(things) {
  const rows = new Map();
  for (const thing of things) {
    const cells = cellsOf(thing);
    const row = rows.get(cells.key);
    if (row === undefined) rows.set(cells.key, { ...cells, count: 1 });
    else {
      row.count++;
      if (cells.age > row.age) row.age = cells.age;
    }
  }
  const lines = [...rows.values()].map(({ kind, about, age, place, count }) => [
    count > 1 ? `${count} x ${kind}` : kind,
    [about, age === undefined ? '' : `${seconds(age)} old`].filter(Boolean).join(', '),
    place ?? '',
  ]);
  const widths = [0, 1].map((column) => Math.max(...lines.map((line) => line[column].length)));
  return lines.map((line) => `  ${line[0].padEnd(widths[0])}  ${line[1].padEnd(widths[1])}  ${line[2]}`.trimEnd() + '\n').join('');
}

function cellsOf({ name = 'Work', kind = name, thing, about = '' }) {
  const age = thing === undefined ? undefined : origins?.ageOf(thing);
  const place = thing === undefined ? undefined : origins?.placeOf(thing);
  return { kind, about, age, place, key: `${kind}\n${about}\n${place}` };
}

const seconds = (milliseconds) => (milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`);

// From now on Ctrl+C prints this before it ends the process (crates/node/src/why.rs).
function tellOnInterrupt() {
  binding('loop').connect('reportAlive', report);
  binding('signals').tellWhyOnInterrupt();
}

module.exports = { report, tellOnInterrupt };
