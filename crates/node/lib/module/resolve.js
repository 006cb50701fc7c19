'use strict';
// Module._resolveFilename and Module._findPath. The resolver itself, including `exports` and `imports` of package.json, is in Rust
// (crates/source/src/resolve); here are the parts that programs may replace, and the errors.

const { arrayIsArray, arrayJoin, arrayPush, objectKeys, stringStartsWith } = require('core/intrinsics');
const { SafeSet } = require('core/safe/collections');
const { sliceOf } = require('core/safe/lists');
const { each } = require('core/safe/walk');
const { Module, isBuiltin, isSearchPristine } = require('module/cjs');
const { isPath } = require('module/lookup_paths');
const native = require('module/resolver');

// The resolver's default extensions.
const USUAL_EXTENSIONS = '.js\0.json\0.node';

function resolveFilename(request, parent, isMain, options) {
  if (isBuiltin(request)) return request;
  const isPristine = isSearchPristine();
  // An absolute path needs no lookup paths.
  const paths = isPristine && stringStartsWith(request, '/') ? [] : pathsFor(request, parent, options);
  const referrer = parent?.filename || undefined;
  const conditions = options?.conditions && arrayJoin([...each(options.conditions)], '\0');
  try {
    if (isPristine) {
      const key = stringStartsWith(request, '/') || isPath(request) ? cacheKey(request, paths) : undefined;
      const cached = key !== undefined && Module._pathCache[key];
      if (cached) return cached;
      const found = withWarnings(native.require(request, referrer, joinPaths(paths), extensions(), isMain === true, conditions));
      if (key !== undefined) Module._pathCache[key] = found;
      return found;
    }
    // `exports` and `imports` of the referrer's package first, then the replaced search.
    const own = native.requireFromPackage(request, referrer, conditions);
    if (own !== undefined) return withWarnings(own);
  } catch (error) {
    throw withRequireStack(error, request, parent);
  }
  const found = Module._findPath(request, paths, isMain === true);
  if (found) return found;
  throw notFound(`Cannot find module '${request}'`, request, parent, native.hint(request, referrer, joinPaths(paths)));
}

function pathsFor(request, parent, options) {
  if (typeof options !== 'object' || options === null || options.paths === undefined) {
    return Module._resolveLookupPaths(request, parent);
  }
  const { paths } = options;
  if (!arrayIsArray(paths)) {
    const { ERR_INVALID_ARG_VALUE } = require('core/errors').codes;
    throw new ERR_INVALID_ARG_VALUE('options.paths', paths);
  }
  if (isPath(request)) return paths;
  const fakeParent = new Module('', null);
  const folders = new SafeSet();
  for (const path of each(paths)) {
    fakeParent.paths = Module._nodeModulePaths(path);
    for (const folder of each(Module._resolveLookupPaths(request, fakeParent))) folders.add(folder);
  }
  return [...each(folders)];
}

function joinPaths(paths) {
  if (!paths) return '';
  for (let i = 0; i < paths.length; i++) {
    if (typeof paths[i] !== 'string') require('core/validate').validateString(paths[i], `paths[${i}]`);
  }
  return arrayJoin(paths, '\0');
}

// The key of Module._pathCache, whose entries outlive the file, as in Node.
function cacheKey(request, paths) {
  return `${request}\0${stringStartsWith(request, '/') ? '' : joinPaths(paths)}`;
}

function extensions() {
  const list = arrayJoin(objectKeys(Module._extensions), '\0');
  return list === USUAL_EXTENSIONS ? undefined : list;
}

// Module._findPath: a path, or false.
function findPath(request, paths, isMain) {
  const isAbsolute = stringStartsWith(request, '/');
  if (!isAbsolute && !paths?.length) return false;
  const key = cacheKey(request, paths);
  const cached = Module._pathCache[key];
  if (cached) return cached;
  const found = native.findPath(request, isAbsolute ? '' : joinPaths(paths), extensions(), isMain === true);
  if (found === undefined) return false;
  return Module._pathCache[key] = withWarnings(found);
}

// The resolver records deprecation warnings.
function withWarnings(found) {
  native.emitWarnings();
  return found;
}

// ---- errors

// An error of the resolver, with the require stack where Node has one: not for errors of package.json.
function withRequireStack(error, request, parent) {
  if (error?.code !== 'MODULE_NOT_FOUND' || error.path !== undefined || stringStartsWith(request, '#')) return error;
  return notFound(`Cannot find module '${request}'`, request, parent, error.hint);
}

function notFound(message, request, parent, hint) {
  const requireStack = [];
  for (let at = parent; at; at = at.parent) arrayPush(requireStack, at.filename || at.id);
  if (isMissingBuiltin(request)) message += ': Node has it built in, Hexloop does not yet';
  if (requireStack.length > 0) message += `\nRequire stack:\n- ${arrayJoin(requireStack, '\n- ')}`;
  if (hint) message += `\n${hint}`;
  const error = new Error(message);
  error.code = 'MODULE_NOT_FOUND';
  error.requireStack = requireStack;
  return error;
}

function unknownBuiltin(id) {
  const { ERR_UNKNOWN_BUILTIN_MODULE } = require('core/errors').codes;
  const error = new ERR_UNKNOWN_BUILTIN_MODULE(id);
  if (isMissingBuiltin(id)) error.message += ' (Node has it, Hexloop does not yet)';
  return error;
}

// Built into Node 26 and missing here: the error says so, instead of reporting an unknown name.
function isMissingBuiltin(request) {
  return !isBuiltin(request) && native.isNodeBuiltin(stringStartsWith(request, 'node:') ? sliceOf(request, 5) : request);
}

module.exports = { resolveFilename, findPath, unknownBuiltin, isPath };
