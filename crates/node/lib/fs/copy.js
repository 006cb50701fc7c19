'use strict';
// cp: files, and with { recursive: true } whole trees.

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
  for (const name of ['dereference', 'errorOnExist', 'force', 'preserveTimestamps', 'recursive', 'verbatimSymlinks']) {
    validateBoolean(options[name], `options.${name}`);
  }
  options.mode = accessModeOf(options.mode);
  if (options.dereference && options.verbatimSymlinks) {
    throw new codes.ERR_INCOMPATIBLE_OPTION_PAIR('dereference', 'verbatimSymlinks');
  }
  if (options.filter !== undefined) validateFunction(options.filter, 'options.filter');
  return options;
}

const refusal = (Code, message, dest, errno, code) => new Code({ message, path: dest, syscall: 'cp', errno, code });

// What would make a copy meaningless, for both forms.
function checkPaths(from, to, source, target, options) {
  if (target !== undefined) {
    if (source.dev === target.dev && source.ino === target.ino) {
      throw refusal(codes.ERR_FS_CP_EINVAL, 'src and dest cannot be the same', to, 22, 'EINVAL');
    }
    if (source.isDirectory() && !target.isDirectory()) {
      throw refusal(codes.ERR_FS_CP_DIR_TO_NON_DIR, `cannot overwrite non-directory ${to} with directory ${from}`, to, 21, 'EISDIR');
    }
    if (!source.isDirectory() && target.isDirectory()) {
      throw refusal(codes.ERR_FS_CP_NON_DIR_TO_DIR, `cannot overwrite directory ${to} with non-directory ${from}`, to, 20, 'ENOTDIR');
    }
  }
  const [a, b] = [path.resolve(from), path.resolve(to)];
  if (source.isDirectory() && b.startsWith(`${a}/`)) {
    throw refusal(codes.ERR_FS_CP_EINVAL, `cannot copy ${from} to a subdirectory of self ${to}`, to, 22, 'EINVAL');
  }
  if (source.isDirectory() && !options.recursive) {
    throw new codes.ERR_FS_EISDIR({ message: `${from} is a directory (not copied)`, path: from, syscall: 'cp', errno: 21, code: 'EISDIR' });
  }
  if (source.isSocket()) throw refusal(codes.ERR_FS_CP_SOCKET, `cannot copy a socket file: ${to}`, to, 22, 'EINVAL');
  if (source.isFIFO()) throw refusal(codes.ERR_FS_CP_FIFO_PIPE, `cannot copy a FIFO pipe: ${to}`, to, 22, 'EINVAL');
}

const exists = (to) => refusal(codes.ERR_FS_CP_EEXIST, `${to} already exists`, to, 17, 'EEXIST');

// The steps of a copy, as calls of fs by name: both forms perform them.
function* copying(from, to, options) {
  if (options.filter !== undefined && !(yield ['filter', from, to])) return;
  const source = yield [options.dereference ? 'stat' : 'lstat', from];
  const target = yield ['found', to, options.dereference];
  checkPaths(from, to, source, target, options);
  if (target === undefined) yield ['mkdir', path.dirname(path.resolve(to)), { recursive: true }];
  yield* copyEntry(from, to, source, target, options);
}

function* copyEntry(from, to, source, target, options) {
  if (source.isDirectory()) yield* copyFolder(from, to, source, target, options);
  else if (source.isSymbolicLink()) yield* copyLink(from, to, target, options);
  else yield* copyOneFile(from, to, source, target, options);
}

function* copyFolder(from, to, source, target, options) {
  if (target === undefined) yield ['mkdir', to];
  for (const name of yield ['readdir', from]) {
    const [inner, innerTo] = [path.join(from, name), path.join(to, name)];
    if (options.filter !== undefined && !(yield ['filter', inner, innerTo])) continue;
    const innerSource = yield [options.dereference ? 'stat' : 'lstat', inner];
    const innerTarget = yield ['found', innerTo, options.dereference];
    checkPaths(inner, innerTo, innerSource, innerTarget, options);
    yield* copyEntry(inner, innerTo, innerSource, innerTarget, options);
  }
  yield ['chmod', to, source.mode];
}

function* copyOneFile(from, to, source, target, options) {
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

function* copyLink(from, to, target, options) {
  let link = yield ['readlink', from];
  if (!options.verbatimSymlinks && !path.isAbsolute(link)) link = path.resolve(path.dirname(from), link);
  if (target !== undefined) {
    if (!options.force && options.errorOnExist) throw exists(to);
    if (!options.force) return;
    yield ['unlink', to];
  }
  yield ['symlink', link, to];
}

function cpSync(from, to, given) {
  const options = optionsOf(given);
  from = pathOf(from, 'src');
  if (!options.recursive && fs.statSync(from, { throwIfNoEntry: false })?.isDirectory()) {
    const error = new Error(`Recursive option not enabled, cannot copy a directory: ${from.replace(/\/*$/, '/')}`);
    error.code = 'ERR_FS_EISDIR';
    throw error;
  }
  const steps = copying(from, pathOf(to, 'dest'), options);
  const perform = ([name, ...args]) => {
    if (name === 'found') return fs[args[1] ? 'statSync' : 'lstatSync'](args[0], { throwIfNoEntry: false });
    if (name !== 'filter') return fs[`${name}Sync`](...args);
    const answer = options.filter(...args);
    if (typeof answer?.then === 'function') throw new codes.ERR_INVALID_RETURN_VALUE('boolean', 'filter', answer);
    return answer;
  };
  for (let step = steps.next(); !step.done; step = steps.next(perform(step.value)));
}

async function cp(from, to, given) {
  const options = optionsOf(given);
  const steps = copying(pathOf(from, 'src'), pathOf(to, 'dest'), options);
  const perform = async ([name, ...args]) => {
    if (name === 'filter') return options.filter(...args);
    if (name !== 'found') return fs.promises[name](...args);
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
