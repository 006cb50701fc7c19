'use strict';
// fs.glob: the paths below a folder that match a pattern.
//
// The leading parts of a pattern without wildcards say where to begin; without ** no deeper than the pattern has parts.

const fs = require('fs');
const path = require('path');
const { codes } = require('core/errors');
const { matchesGlob } = require('path/glob');
const { validateObject } = require('core/validate');
const { toPathIfFileURL } = require('url/file_urls');

const MAGIC = /[*?[\]{}()!+@]/;

function planOf(pattern, options = {}) {
  validateObject(options, 'options');
  const patterns = Array.isArray(pattern) ? pattern : [pattern];
  for (const each of patterns) {
    if (typeof each !== 'string') throw new codes.ERR_INVALID_ARG_TYPE('patterns', ['string', 'string[]'], pattern);
  }
  const { exclude, withFileTypes = false, followSymlinks = false } = options;
  if (followSymlinks) throw require('core/not_yet').notYet('fs.glob with followSymlinks');
  if (exclude !== undefined && typeof exclude !== 'function' && !Array.isArray(exclude)) {
    throw new codes.ERR_INVALID_ARG_TYPE('options.exclude', ['function', 'string[]'], exclude);
  }
  const cwd = options.cwd === undefined ? process.cwd() : path.resolve(toPathIfFileURL(options.cwd));
  return { patterns, cwd, exclude, withFileTypes };
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
    const waiting = [[folder, 1]];
    while (waiting.length > 0) {
      const [at, depth] = waiting.shift();
      for (const entry of yield path.resolve(plan.cwd, at)) {
        const relative = at === '' ? entry.name : path.join(at, entry.name);
        if (isExcluded(plan, relative, entry)) continue;
        if (matchesGlob(relative, pattern)) found.set(relative, entry);
        if (entry.isDirectory() && depth < deepest) waiting.push([relative, depth + 1]);
      }
    }
    if (pattern.startsWith('**')) {
      if (matchesGlob('', pattern)) found.set('.', undefined);
    }
  }
  return plan.withFileTypes ? [...found.values()].filter((entry) => entry !== undefined) : [...found.keys()];
}

const isNoFolder = (error) => ['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM'].includes(error.code);

function globSync(pattern, options) {
  const steps = search(planOf(pattern, options));
  const read = (folder) => {
    try {
      return fs.readdirSync(folder, { withFileTypes: true });
    } catch (error) {
      if (isNoFolder(error)) return [];
      throw error;
    }
  };
  for (let step = steps.next(); ; step = steps.next(read(step.value))) if (step.done) return step.value;
}

async function glob(pattern, options) {
  const steps = search(planOf(pattern, options));
  const read = async (folder) => {
    try {
      return await fs.promises.readdir(folder, { withFileTypes: true });
    } catch (error) {
      if (isNoFolder(error)) return [];
      throw error;
    }
  };
  for (let step = steps.next(); ; step = steps.next(await read(step.value))) if (step.done) return step.value;
}

async function* globIterator(pattern, options) {
  yield* await glob(pattern, options);
}

module.exports = { glob, globSync, globIterator };
