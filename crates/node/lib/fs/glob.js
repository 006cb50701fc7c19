'use strict';
// fs.glob: the paths below a directory that match a pattern.
//
// The search starts at the leading parts of the pattern without wildcards; without ** it is no deeper than the pattern.

const globals = require('globals');
const {
  arrayFilter, arrayForEach, arrayIsArray, arrayJoin, arrayPush, arrayShift, arraySome, regexpTest, stringStartsWith,
} = require('core/intrinsics');
const { SafeMap } = require('core/safe/collections');
const { isIn, sliceOf } = require('core/safe/lists');
const { splitAt } = require('core/safe/patterns');
const { each, keysOf, valuesOf } = require('core/safe/walk');
const fs = require('fs');
const path = require('path');
const { codes } = require('core/errors');
const { matchesGlob } = require('path/glob');
const { validateArray, validateBoolean, validateObject, validateString } = require('core/validate');
const { toPathIfFileURL } = require('url/file_urls');

const MAGIC = /[*?[\]{}()!+@]/;

function createQuery(pattern, options = {}) {
  validateObject(options, 'options');
  if (pattern === null || typeof pattern === 'object') {
    validateArray(pattern, 'patterns');
    arrayForEach(pattern, (one, index) => validateString(one, `patterns[${index}]`));
  } else {
    validateString(pattern, 'patterns');
  }
  const patterns = arrayIsArray(pattern) ? pattern : [pattern];
  const { exclude, withFileTypes = false, followSymlinks = false } = options;
  validateBoolean(followSymlinks, 'options.followSymlinks');
  if (exclude !== undefined && typeof exclude !== 'function' && !arrayIsArray(exclude)) {
    throw new codes.ERR_INVALID_ARG_TYPE('options.exclude', ['function', 'string[]'], exclude);
  }
  const cwd = options.cwd === undefined ? globals.process.cwd() : path.resolve(toPathIfFileURL(options.cwd));
  return { patterns, cwd, exclude, withFileTypes, followSymlinks };
}

function staticPrefix(pattern) {
  const parts = splitAt(pattern, '/');
  let at = 0;
  while (at < parts.length - 1 && !regexpTest(MAGIC, parts[at])) at++;
  return { directory: arrayJoin(sliceOf(parts, 0, at), '/') || (stringStartsWith(pattern, '/') ? '/' : ''), maxDepth: isIn(pattern, '**') ? Infinity : parts.length - at };
}

function isExcluded(query, relative, entry) {
  const { exclude } = query;
  if (exclude === undefined) return false;
  if (arrayIsArray(exclude)) return arraySome(exclude, (pattern) => matchesGlob(relative, pattern));
  return exclude(query.withFileTypes ? entry : relative);
}

// Yields directories to read and receives their entries; returns the matches.
function* search(query) {
  const found = new SafeMap();
  for (const pattern of each(query.patterns)) {
    const { directory, maxDepth } = staticPrefix(pattern);
    matchPrefix(query, pattern, directory, found);
    const queue = [[directory, 1, null]];
    while (queue.length > 0) {
      const { 0: current, 1: depth, 2: parent } = arrayShift(queue);
      const chain = query.followSymlinks ? { real: realPath(query, current), parent } : null;
      for (const entry of each(yield path.resolve(query.cwd, current))) {
        const relative = current === '' ? entry.name : path.join(current, entry.name);
        if (isExcluded(query, relative, entry)) continue;
        if (matchesGlob(relative, pattern)) found.set(relative, entry);
        if (depth < maxDepth && shouldDescend(query, relative, entry, chain)) arrayPush(queue, [relative, depth + 1, chain]);
      }
    }
    if (stringStartsWith(pattern, '**') && matchesGlob('', pattern)) found.set('.', undefined);
  }
  return query.withFileTypes ? arrayFilter(valuesOf(found), (entry) => entry !== undefined) : keysOf(found);
}

// `directory/**` matches the directory itself.
function matchPrefix(query, pattern, directory, found) {
  if (directory === '' || !regexpTest(/^[/](?:[*]{2}[/]?)+$/, sliceOf(pattern, directory.length))) return;
  const stats = fs.lstatSync(path.resolve(query.cwd, directory), { throwIfNoEntry: false });
  if (stats === undefined) return;
  const { Dirent } = require('fs/dirent');
  const { UV_DIRENT_DIR, UV_DIRENT_FILE, UV_DIRENT_LINK } = fs.constants;
  const type = stats.isDirectory() ? UV_DIRENT_DIR : stats.isSymbolicLink() ? UV_DIRENT_LINK : UV_DIRENT_FILE;
  found.set(directory, new Dirent(path.basename(directory), type, path.dirname(path.resolve(query.cwd, directory))));
}

function realPath(query, directory) {
  try {
    return fs.realpathSync(path.resolve(query.cwd, directory));
  } catch {
    return null;
  }
}

// Whether to search below an entry. A symbolic link to one of its own ancestors would recurse forever.
function shouldDescend(query, relative, entry, chain) {
  if (!query.followSymlinks || !entry.isSymbolicLink()) return entry.isDirectory();
  const real = realPath(query, relative);
  if (real === null || !fs.statSync(real, { throwIfNoEntry: false })?.isDirectory()) return false;
  for (let link = chain; link !== null; link = link.parent) if (link.real === real) return false;
  return true;
}

// As in Node, a directory that cannot be read counts as empty, whatever the error.

function globSync(pattern, options) {
  const steps = search(createQuery(pattern, options));
  const read = (directory) => {
    try {
      return fs.readdirSync(directory, { withFileTypes: true });
    } catch {
      return [];
    }
  };
  for (let step = steps.next(); ; step = steps.next(read(step.value))) if (step.done) return step.value;
}

async function globAll(query) {
  const steps = search(query);
  const read = async (directory) => {
    try {
      return await fs.promises.readdir(directory, { withFileTypes: true });
    } catch {
      return [];
    }
  };
  for (let step = steps.next(); ; step = steps.next(await read(step.value))) if (step.done) return step.value;
}

async function* globIterator(pattern, options) {
  yield* await globAll(createQuery(pattern, options));
}

module.exports = { globAll, globSync, globIterator, createQuery };
