'use strict';
// cp: files, and with { recursive: true } directories.

const { arraySlice, reflectApply, stringStartsWith, stringToUpperCase } = require('core/intrinsics');
const { sliceOf } = require('core/safe/lists');
const { replaceIn } = require('core/safe/patterns');
const { each } = require('core/safe/walk');
const fs = require('fs');
const path = require('path');
const { codes } = require('core/errors');
const { validateBoolean, validateFunction, validateObject } = require('core/validate');
const { pathOf, accessModeOf } = require('fs/arguments');

function optionsOf(given = {}) {
  validateObject(given, 'options');
  const options = {
    dereference: false, errorOnExist: false, filter: undefined, force: true, preserveTimestamps: false, recursive: false,
    verbatimSymlinks: false, mode: 0, ...given,
  };
  for (const name of each(['dereference', 'errorOnExist', 'force', 'preserveTimestamps', 'recursive', 'verbatimSymlinks'])) {
    validateBoolean(options[name], `options.${name}`);
  }
  options.mode = accessModeOf(options.mode);
  if (options.dereference && options.verbatimSymlinks) {
    throw new codes.ERR_INCOMPATIBLE_OPTION_PAIR('dereference', 'verbatimSymlinks');
  }
  if (options.filter !== undefined) validateFunction(options.filter, 'options.filter');
  return options;
}

// The synchronous form throws errors of its own: a code and a message.
function cpError(options, name, message, dest, errno, code) {
  if (!options.isSync) return new codes[name]({ message, path: dest, syscall: 'cp', errno, code });
  const error = new Error(stringStartsWith(message, 'src') ? `${message} ${dest}` : `${stringToUpperCase(message[0])}${sliceOf(message, 1)}`);
  error.code = name;
  return error;
}

// Whether `path` is `directory` or below it.
const isSubpath = (directory, path) => path === directory || stringStartsWith(path, `${directory}/`);

// Checks that both forms make.
function checkPaths(from, to, source, target, options) {
  if (target !== undefined) {
    if (source.dev === target.dev && source.ino === target.ino) {
      throw cpError(options, 'ERR_FS_CP_EINVAL', 'src and dest cannot be the same', to, 22, 'EINVAL');
    }
    if (source.isDirectory() && !target.isDirectory()) {
      throw cpError(options, 'ERR_FS_CP_DIR_TO_NON_DIR', `cannot overwrite non-directory ${to} with directory ${from}`, to, 21, 'EISDIR');
    }
    if (!source.isDirectory() && target.isDirectory()) {
      throw cpError(options, 'ERR_FS_CP_NON_DIR_TO_DIR', `cannot overwrite directory ${to} with non-directory ${from}`, to, 20, 'ENOTDIR');
    }
  }
  if (source.isDirectory() && isSubdirectory(from, to, source)) {
    throw cpError(options, 'ERR_FS_CP_EINVAL', `cannot copy ${from}${options.isSync ? '/' : ''} to a subdirectory of self ${to}`, to, 22, 'EINVAL');
  }
  if (source.isDirectory() && !options.recursive) throw isDirectory(from, options);
  if (source.isSocket()) throw cpError(options, 'ERR_FS_CP_SOCKET', `cannot copy a socket file: ${to}`, to, 22, 'EINVAL');
  if (source.isFIFO()) throw cpError(options, 'ERR_FS_CP_FIFO_PIPE', `cannot copy a FIFO pipe: ${to}`, to, 22, 'EINVAL');
}

function isDirectory(from, options) {
  if (!options.isSync) {
    return new codes.ERR_FS_EISDIR({ message: `${from} is a directory (not copied)`, path: from, syscall: 'cp', errno: 21, code: 'EISDIR' });
  }
  const error = new Error(`Recursive option not enabled, cannot copy a directory: ${replaceIn(from, /\/*$/, '/')}`);
  error.code = 'ERR_FS_EISDIR';
  return error;
}

// Whether a path is below a directory, by name or through symbolic links.
function isSubdirectory(from, to, source) {
  const { 0: directory, 1: path_ } = [path.resolve(from), path.resolve(to)];
  if (stringStartsWith(path_, `${directory}/`)) return true;
  for (let parent = path.dirname(path_); parent !== path.dirname(parent); parent = path.dirname(parent)) {
    const found = fs.statSync(parent, { throwIfNoEntry: false });
    if (found?.ino === source.ino && found.dev === source.dev) return true;
  }
  return false;
}

const exists = (to) => cpError({}, 'ERR_FS_CP_EEXIST', `${to} already exists`, to, 17, 'EEXIST');

// The steps of a copy, as names of fs functions and their arguments: both forms execute them.
function* copySteps(from, to, options) {
  if (options.filter !== undefined && !(yield ['filter', from, to])) return;
  const source = yield [options.dereference ? 'stat' : 'lstat', from];
  const target = yield ['found', to, options.dereference];
  checkPaths(from, to, source, target, options);
  if (target === undefined) yield ['mkdir', path.dirname(path.resolve(to)), { recursive: true }];
  yield* copyEntry(from, to, source, target, options);
}

function* copyEntry(from, to, source, target, options) {
  if (source.isDirectory()) yield* copyDirectory(from, to, source, target, options);
  else if (source.isSymbolicLink()) yield* copySymlink(from, to, target, options);
  else yield* copyRegularFile(from, to, source, target, options);
}

function* copyDirectory(from, to, source, target, options) {
  if (target === undefined) yield ['mkdir', to];
  else if (!options.force && options.errorOnExist) throw exists(to);
  for (const name of each(yield ['readdir', from])) {
    const { 0: child, 1: childTo } = [path.join(from, name), path.join(to, name)];
    if (options.filter !== undefined && !(yield ['filter', child, childTo])) continue;
    const childSource = yield [options.dereference ? 'stat' : 'lstat', child];
    const childTarget = yield ['found', childTo, options.dereference];
    checkPaths(child, childTo, childSource, childTarget, options);
    yield* copyEntry(child, childTo, childSource, childTarget, options);
  }
  yield ['chmod', to, source.mode];
}

function* copyRegularFile(from, to, source, target, options) {
  if (target !== undefined) {
    if (!options.force) {
      if (options.errorOnExist) throw exists(to);
      return;
    }
    yield ['unlink', to];
  }
  yield ['copyFile', from, to, options.mode];
  if (options.preserveTimestamps) yield ['utimes', to, source.atime, source.mtime];
}

function* copySymlink(from, to, target, options) {
  let link = yield ['readlink', from];
  if (!options.verbatimSymlinks && !path.isAbsolute(link)) link = path.resolve(path.dirname(from), link);
  if (target !== undefined) {
    if (!options.force && options.errorOnExist) throw exists(to);
    if (!options.force) return;
    // Keep what is there if it is not a symbolic link: creating the link fails.
    if (target.isSymbolicLink()) {
      yield* checkSymlinks(link, to, options);
      yield ['unlink', to];
    }
  }
  yield ['symlink', link, to];
}

// A symbolic link must not replace one if either target is below the other.
function* checkSymlinks(link, to, options) {
  let oldLink = yield ['readlink', to];
  if (!path.isAbsolute(oldLink)) oldLink = path.resolve(path.dirname(to), oldLink);
  const { 0: linkStats, 1: oldStats } = [yield ['found', link, true], yield ['found', to, true]];
  if (linkStats?.isDirectory() && isSubpath(link, oldLink)) {
    throw cpError(options, 'ERR_FS_CP_EINVAL', `cannot copy ${link} to a subdirectory of self ${oldLink}`, to, 22, 'EINVAL');
  }
  if (!oldStats?.isDirectory() || !isSubpath(oldLink, link)) return;
  const error = cpError(options, 'ERR_FS_CP_SYMLINK_TO_SUBDIRECTORY', `cannot overwrite ${oldLink} with ${link}`, to, 22, 'EINVAL');
  if (options.isSync) error.message = `cannot overwrite ${oldLink} with ${link}`;
  throw error;
}

function cpSync(from, to, given) {
  const options = optionsOf(given);
  from = pathOf(from, 'src');
  options.isSync = true;
  const steps = copySteps(from, pathOf(to, 'dest'), options);
  const perform = (step) => {
    const { 0: name } = step;
    const args = arraySlice(step, 1);
    if (name === 'found') return fs[args[1] ? 'statSync' : 'lstatSync'](args[0], { throwIfNoEntry: false });
    if (name !== 'filter') return reflectApply(fs[`${name}Sync`], fs, args);
    const result = reflectApply(options.filter, options, args);
    if (typeof result?.then === 'function') throw new codes.ERR_INVALID_RETURN_VALUE('boolean', 'filter', result);
    return result;
  };
  for (let step = steps.next(); !step.done; step = steps.next(perform(step.value)));
}

async function cp(from, to, given) {
  const options = optionsOf(given);
  const steps = copySteps(pathOf(from, 'src'), pathOf(to, 'dest'), options);
  const perform = async (step) => {
    const { 0: name } = step;
    const args = arraySlice(step, 1);
    if (name === 'filter') return reflectApply(options.filter, options, args);
    if (name !== 'found') return reflectApply(fs.promises[name], fs.promises, args);
    try {
      return await fs.promises[args[1] ? 'stat' : 'lstat'](args[0]);
    } catch (error) {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    }
  };
  for (let step = steps.next(); !step.done; step = steps.next(await perform(step.value)));
}

module.exports = { cp, cpSync, check: (from, to, options) => { optionsOf(options); pathOf(from, 'src'); pathOf(to, 'dest'); } };
