'use strict';
// readdir with { recursive: true }: breadth first.

const { arrayPush, arrayShift } = require('core/intrinsics');
const { each } = require('core/safe/walk');
const fs = require('fs');
const { join, relative } = require('path');
const { pathOf, nameDecoder } = require('fs/arguments');

function* walk(path, options) {
  const base = pathOf(path);
  const decode = nameDecoder(options.encoding) ?? ((text) => text);
  const found = [];
  const directories = [base];
  while (directories.length > 0) {
    const directory = arrayShift(directories);
    for (const entry of each(yield directory)) {
      if (entry.isDirectory()) arrayPush(directories, join(directory, entry.name));
      if (options.withFileTypes) arrayPush(found, entry);
      else arrayPush(found, decode(relative(base, join(directory, entry.name))));
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
