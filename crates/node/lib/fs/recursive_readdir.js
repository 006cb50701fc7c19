'use strict';
// readdir with { recursive: true }: folder after folder, as they are found.

const fs = require('fs');
const { join, relative } = require('path');
const { pathOf, nameReader } = require('fs/arguments');

function* walk(path, options) {
  const base = pathOf(path);
  const name = nameReader(options.encoding) ?? ((text) => text);
  const found = [];
  const folders = [base];
  while (folders.length > 0) {
    const folder = folders.shift();
    for (const entry of yield folder) {
      if (entry.isDirectory()) folders.push(join(folder, entry.name));
      if (options.withFileTypes) found.push(entry);
      else found.push(name(relative(base, join(folder, entry.name))));
    }
  }
  return found;
}

function readdirSync(path, options) {
  const steps = walk(path, options);
  for (let step = steps.next(); ; step = steps.next(fs.readdirSync(step.value, { withFileTypes: true }))) {
    if (step.done) return step.value;
  }
}

async function readdir(path, options) {
  const steps = walk(path, options);
  for (let step = steps.next(); ; step = steps.next(await fs.promises.readdir(step.value, { withFileTypes: true }))) {
    if (step.done) return step.value;
  }
}

module.exports = { readdir, readdirSync };
