'use strict';
// fs.glob: the paths below a folder that match a pattern.
//
// The leading parts of a pattern without wildcards say where to begin; without ** no deeper than the pattern has parts.

const fs = require('fs');
const path = require('path');
const { codes } = require('core/errors');
const { matchesGlob } = require('path/glob');
const { validateArray, validateBoolean, validateObject, validateString } = require('core/validate');
const { toPathIfFileURL } = require('url/file_urls');

const MAGIC = /[*?[\]{}()!+@]/;

function planOf(pattern, options = {}) {
  validateObject(options, 'options');
  if (pattern === null || typeof pattern === 'object') {
    validateArray(pattern, 'patterns');
    pattern.forEach((each, index) => validateString(each, `patterns[${index}]`));
  } else {
    validateString(pattern, 'patterns');
  }
  const patterns = Array.isArray(pattern) ? pattern : [pattern];
  const { exclude, withFileTypes = false, followSymlinks = false } = options;
  validateBoolean(followSymlinks, 'options.followSymlinks');
  if (exclude !== undefined && typeof exclude !== 'function' && !Array.isArray(exclude)) {
    throw new codes.ERR_INVALID_ARG_TYPE('options.exclude', ['function', 'string[]'], exclude);
  }
  const cwd = options.cwd === undefined ? process.cwd() : path.resolve(toPathIfFileURL(options.cwd));
  return { patterns, cwd, exclude, withFileTypes, followSymlinks };
}

function beginOf(pattern) {
  const parts = pattern.split('/');
  let at = 0;
  while (at < parts.length - 1 && !MAGIC.test(parts[at])) at++;
  return { folder: parts.slice(0, at).join('/') || (pattern.startsWith('/') ? '/' : ''), deepest: pattern.includes('**') ? Infinity : parts.length - at };
}

function isExcluded(plan, relative, entry) {
  const { exclude } = plan;
  if (exclude === undefined) return false;
  if (Array.isArray(exclude)) return exclude.some((pattern) => matchesGlob(relative, pattern));
  return exclude(plan.withFileTypes ? entry : relative);
}

// Yields folders to read and gets their entries; returns what matched.
function* search(plan) {
  const found = new Map();
  for (const pattern of plan.patterns) {
    const { folder, deepest } = beginOf(pattern);
    takeBeginning(plan, pattern, folder, found);
    const waiting = [[folder, 1, null]];
    while (waiting.length > 0) {
      const [at, depth, above] = waiting.shift();
      const chain = plan.followSymlinks ? { real: realOf(plan, at), above } : null;
      for (const entry of yield path.resolve(plan.cwd, at)) {
        const relative = at === '' ? entry.name : path.join(at, entry.name);
        if (isExcluded(plan, relative, entry)) continue;
        if (matchesGlob(relative, pattern)) found.set(relative, entry);
        if (depth < deepest && leadsOn(plan, relative, entry, chain)) waiting.push([relative, depth + 1, chain]);
      }
    }
    if (pattern.startsWith('**') && matchesGlob('', pattern)) found.set('.', undefined);
  }
  return plan.withFileTypes ? [...found.values()].filter((entry) => entry !== undefined) : [...found.keys()];
}

// `folder/**` matches the folder itself.
function takeBeginning(plan, pattern, folder, found) {
  if (folder === '' || !/^[/](?:[*]{2}[/]?)+$/.test(pattern.slice(folder.length))) return;
  const stats = fs.lstatSync(path.resolve(plan.cwd, folder), { throwIfNoEntry: false });
  if (stats === undefined) return;
  const { Dirent } = require('fs/dirent');
  const { UV_DIRENT_DIR, UV_DIRENT_FILE, UV_DIRENT_LINK } = fs.constants;
  const type = stats.isDirectory() ? UV_DIRENT_DIR : stats.isSymbolicLink() ? UV_DIRENT_LINK : UV_DIRENT_FILE;
  found.set(folder, new Dirent(path.basename(folder), type, path.dirname(path.resolve(plan.cwd, folder))));
}

function realOf(plan, at) {
  try {
    return fs.realpathSync(path.resolve(plan.cwd, at));
  } catch {
    return null;
  }
}

// Whether there is more below an entry. A link that leads back to a folder it stands in would lead on for ever.
function leadsOn(plan, relative, entry, chain) {
  if (!plan.followSymlinks || !entry.isSymbolicLink()) return entry.isDirectory();
  const real = realOf(plan, relative);
  if (real === null || !fs.statSync(real, { throwIfNoEntry: false })?.isDirectory()) return false;
  for (let link = chain; link !== null; link = link.above) if (link.real === real) return false;
  return true;
}

// A folder that cannot be read has nothing that matches, as in Node, whatever the reason.

function globSync(pattern, options) {
  const steps = search(planOf(pattern, options));
  const read = (folder) => {
    try {
      return fs.readdirSync(folder, { withFileTypes: true });
    } catch {
      return [];
    }
  };
  for (let step = steps.next(); ; step = steps.next(read(step.value))) if (step.done) return step.value;
}

async function globAll(plan) {
  const steps = search(plan);
  const read = async (folder) => {
    try {
      return await fs.promises.readdir(folder, { withFileTypes: true });
    } catch {
      return [];
    }
  };
  for (let step = steps.next(); ; step = steps.next(await read(step.value))) if (step.done) return step.value;
}

async function* globIterator(pattern, options) {
  yield* await globAll(planOf(pattern, options));
}

module.exports = { globAll, globSync, globIterator, planOf };
