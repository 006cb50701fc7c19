'use strict';
// Reports what keeps the process alive: one line for each resource, with Node's name for its kind (as in
// process.getActiveResourcesInfo()), details, and with --why its age and the line that created it.

const { allResources } = require('process/resources');

const { ageOf, locationOf } = require('why/origins');

function report() {
  const all = allResources();
  const referenced = all.filter(({ isReferenced }) => isReferenced);
  const unreferenced = all.filter(({ isReferenced }) => !isReferenced);
  let text = '';
  if (referenced.length === 0) text += 'hexloop: nothing keeps this process alive\n';
  else text += `hexloop: ${pluralize(referenced.length, 'thing keeps', 'things keep')} this process alive:\n${table(referenced)}`;
  if (unreferenced.length > 0) text += `hexloop: ${pluralize(unreferenced.length, 'more does', 'more do')} not (unreferenced):\n${table(unreferenced)}`;
  if (locationOf === undefined && referenced.length > 0) text += 'hexloop: run with --why to see which lines made them\n';
  return text;
}

const pluralize = (count, one, several) => `${count} ${count === 1 ? one : several}`;

// Equal lines are printed once, with their number.
function table(resources) {
  const rows = new Map();
  for (const resource of resources) {
    const cells = cellsOf(resource);
    const row = rows.get(cells.key);
    if (row === undefined) rows.set(cells.key, { ...cells, count: 1 });
    else {
      row.count++;
      if (cells.age > row.age) row.age = cells.age;
    }
  }
  const lines = [...rows.values()].map(({ kind, detail, age, location, count }) => [
    count > 1 ? `${count} x ${kind}` : kind,
    [detail, age === undefined ? '' : `${seconds(age)} old`].filter(Boolean).join(', '),
    location ?? '',
  ]);
  const widths = [0, 1].map((column) => Math.max(...lines.map((line) => line[column].length)));
  return lines.map((line) => `  ${line[0].padEnd(widths[0])}  ${line[1].padEnd(widths[1])}  ${line[2]}`.trimEnd() + '\n').join('');
}

function cellsOf({ name = 'Work', kind = name, resource, detail = '' }) {
  const age = resource === undefined ? undefined : ageOf?.(resource);
  const location = resource === undefined ? undefined : locationOf?.(resource);
  return { kind, detail, age, location, key: `${kind}\n${detail}\n${location}` };
}

const seconds = (milliseconds) => (milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`);

// From now on Ctrl+C prints the report before it ends the process (crates/node/src/why.rs).
function reportOnInterrupt() {
  binding('loop').connect('reportAlive', report);
  binding('signals').reportAliveOnSigint();
}

module.exports = { report, reportOnInterrupt };
