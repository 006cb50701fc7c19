'use strict';

// node:path on Linux and macOS: one separator, one root.

const globals = require('globals');
const { objectDefineProperty, stringEndsWith, stringSlice } = require('core/intrinsics');
const { newList } = require('core/safe/list');
const { validateString } = require('core/validate');
const segments = require('path/segments');

// The parts that withoutDots keeps: where each starts and ends. Reused: nothing here calls the program.
const starts = newList();
const ends = newList();

// `path` without empty parts, `.` and `..`; `..` stays at the start of a relative one. Characters are compared by index, which,
// unlike charCodeAt, cannot be replaced and is compiled inline.
function withoutDots(path, isAbsolute, keepsTrailing) {
  const { length } = path;
  let kept = 0;
  let leading = 0;
  for (let start = 0; start < length;) {
    let end = start;
    while (end < length && path[end] !== '/') end++;
    const size = end - start;
    if (size === 2 && path[start] === '.' && path[start + 1] === '.') {
      if (kept > leading) kept--;
      else if (!isAbsolute) {
        starts[kept] = start;
        ends[kept] = end;
        leading = ++kept;
      }
    } else if (size > 1 || (size === 1 && path[start] !== '.')) {
      starts[kept] = start;
      ends[kept] = end;
      kept++;
    }
    start = end + 1;
  }
  if (kept === 0) return isAbsolute ? '/' : '';
  return keptParts(path, kept, isAbsolute ? starts[0] - 1 : starts[0], ends[kept - 1] + (keepsTrailing ? 1 : 0));
}

// Neighbours are one slice; the separator before a part is part of it.
function keptParts(path, kept, from, to) {
  let result = '';
  for (let i = 1; i < kept; i++) {
    if (starts[i] === ends[i - 1] + 1) continue;
    result += stringSlice(path, from, ends[i - 1]);
    from = starts[i] - 1;
  }
  if (from === 0 && to === path.length) return path;
  return result + stringSlice(path, from, to);
}

function resolve() {
  let resolved = '';
  let absolute = false;
  for (let i = arguments.length - 1; i >= 0 && !absolute; i--) {
    const path = arguments[i];
    if (typeof path !== 'string') validateString(path, `paths[${i}]`);
    if (path.length === 0) continue;
    resolved = resolved === '' ? path : `${path}/${resolved}`;
    absolute = path[0] === '/';
  }
  if (!absolute) {
    const cwd = globals.process.cwd();
    resolved = resolved === '' ? cwd : `${cwd}/${resolved}`;
    absolute = cwd[0] === '/';
  }
  return withoutDots(resolved, absolute, false) || '.';
}

function normalize(path) {
  validateString(path, 'path');
  const { length } = path;
  if (length === 0) return '.';
  const trailing = path[length - 1] === '/';
  return withoutDots(path, path[0] === '/', trailing) || (trailing ? './' : '.');
}

function isAbsolute(path) {
  validateString(path, 'path');
  return path.length > 0 && path[0] === '/';
}

function join() {
  let joined = '';
  for (let i = 0; i < arguments.length; i++) {
    const path = arguments[i];
    validateString(path, 'path');
    if (path.length > 0) joined = joined === '' ? path : `${joined}/${path}`;
  }
  return joined === '' ? '.' : normalize(joined);
}

function relative(from, to) {
  validateString(from, 'from');
  validateString(to, 'to');
  if (from === to) return '';
  const start = resolve(from);
  const goal = resolve(to);
  const startLength = start.length === 1 ? 0 : start.length;
  const goalLength = goal.length === 1 ? 0 : goal.length;
  // Up to where both have the same parts.
  let common = 0;
  for (let i = 0; ; i++) {
    const startEnds = i >= startLength || start[i] === '/';
    const goalEnds = i >= goalLength || goal[i] === '/';
    if (startEnds && goalEnds) common = i;
    if (i >= startLength || i >= goalLength || start[i] !== goal[i]) break;
  }
  let result = '';
  for (let i = common; i < startLength; i++) if (start[i] === '/') result += result === '' ? '..' : '/..';
  if (common >= goalLength) return result;
  const rest = stringSlice(goal, common + 1);
  return result === '' ? rest : `${result}/${rest}`;
}

function toNamespacedPath(path) {
  return path;
}

// The last part of a path is from `start` to `end`: trailing separators do not count. The loops that find them are in each
// function: a call would take as long.

// Where the extension of the part of `path` from `start` to `end` starts, or its end. `.profile` and `..` have none.
function extensionStart(path, start, end) {
  for (let i = end - 1; i > start; i--) {
    if (path[i] === '.') return end - start === 2 && path[start] === '.' ? end : i;
  }
  return end;
}

function dirname(path) {
  validateString(path, 'path');
  if (path.length === 0) return '.';
  const rooted = path[0] === '/';
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end--;
  while (end > 1 && path[end - 1] !== '/') end--;
  end--;
  if (end < 1) return rooted ? '/' : '.';
  if (rooted && end === 1) return '//';
  return stringSlice(path, 0, end);
}

function basename(path, suffix) {
  if (suffix !== undefined) validateString(suffix, 'suffix');
  validateString(path, 'path');
  let end = path.length;
  while (end > 0 && path[end - 1] === '/') end--;
  let start = end;
  while (start > 0 && path[start - 1] !== '/') start--;
  if (suffix === undefined || suffix === '' || suffix.length > path.length) return stringSlice(path, start, end);
  if (suffix.length < end - start) return stringSlice(path, start, hasSuffix(path, end, suffix) ? end - suffix.length : end);
  if (suffix === path) return '';
  const base = stringSlice(path, start, end);
  if (base === suffix) return base;
  // As in Node, a base that is itself the end of the suffix (even if empty) keeps its trailing separators.
  return stringEndsWith(suffix, base) ? stringSlice(path, start) : base;
}

function hasSuffix(path, end, suffix) {
  for (let i = suffix.length - 1, at = end - 1; i >= 0; i--, at--) if (path[at] !== suffix[i]) return false;
  return true;
}

function extname(path) {
  validateString(path, 'path');
  let end = path.length;
  while (end > 0 && path[end - 1] === '/') end--;
  let start = end;
  while (start > 0 && path[start - 1] !== '/') start--;
  const dot = extensionStart(path, start, end);
  return dot === end ? '' : stringSlice(path, dot, end);
}

function parse(path) {
  validateString(path, 'path');
  const rooted = path[0] === '/';
  const from = rooted ? 1 : 0;
  let end = path.length;
  while (end > from && path[end - 1] === '/') end--;
  let start = end;
  while (start > from && path[start - 1] !== '/') start--;
  // Node parses `..` right after the root as a name with an empty extension.
  const twoDots = rooted && start === 1 && end === 3 && path[1] === '.' && path[2] === '.';
  const dot = twoDots ? 2 : extensionStart(path, start, end);
  const base = stringSlice(path, start, end);
  return {
    root: rooted ? '/' : '',
    dir: start > from ? stringSlice(path, 0, start - 1) : rooted ? '/' : '',
    base,
    ext: dot === end ? '' : stringSlice(path, dot, end),
    name: dot === end ? base : stringSlice(path, start, dot),
  };
}

module.exports = {
  resolve,
  normalize,
  isAbsolute,
  join,
  relative,
  toNamespacedPath,
  dirname,
  basename,
  extname,
  format: segments.formatWith('/'),
  parse,
  matchesGlob(path, pattern) {
    return require('path/glob').matchesGlob(path, pattern, false);
  },
  sep: '/',
  delimiter: ':',
  // Loaded on first use.
  get win32() {
    const win32 = require('path/win32');
    objectDefineProperty(this, 'win32', { __proto__: null, value: win32, writable: true, enumerable: true, configurable: true });
    return win32;
  },
  set win32(value) {
    objectDefineProperty(this, 'win32', { __proto__: null, value, writable: true, enumerable: true, configurable: true });
  },
  posix: null,
  _makeLong: toNamespacedPath,
};
module.exports.posix = module.exports;
