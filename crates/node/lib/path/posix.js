'use strict';

// node:path on Linux and macOS: one separator, one root.

const {
  arrayFill, arrayFilter, arrayJoin, arrayPush, objectDefineProperty, stringCharCodeAt, stringSplit,
} = require('core/intrinsics');
const { sliceOf } = require('core/safe/lists');
const { each } = require('core/safe/walk');
const { validateString } = require('core/validate');
const segments = require('path/segments');

const isSeparator = (code) => code === 47;

function resolve(...paths) {
  let resolved = '';
  let absolute = false;
  for (let i = paths.length - 1; i >= 0 && !absolute; i--) {
    const path = paths[i];
    validateString(path, `paths[${i}]`);
    if (path.length === 0) continue;
    resolved = resolved === '' ? path : `${path}/${resolved}`;
    absolute = stringCharCodeAt(path, 0) === 47;
  }
  if (!absolute) {
    const cwd = process.cwd();
    resolved = resolved === '' ? cwd : `${cwd}/${resolved}`;
    absolute = stringCharCodeAt(cwd, 0) === 47;
  }
  const tail = arrayJoin(segments.resolveDots(stringSplit(resolved, '/'), !absolute), '/');
  if (absolute) return `/${tail}`;
  return tail === '' ? '.' : tail;
}

function normalize(path) {
  validateString(path, 'path');
  if (path.length === 0) return '.';
  const absolute = stringCharCodeAt(path, 0) === 47;
  const trailing = stringCharCodeAt(path, path.length - 1) === 47;
  let tail = arrayJoin(segments.resolveDots(stringSplit(path, '/'), !absolute), '/');
  if (tail === '') {
    if (absolute) return '/';
    return trailing ? './' : '.';
  }
  if (trailing) tail += '/';
  return absolute ? `/${tail}` : tail;
}

function isAbsolute(path) {
  validateString(path, 'path');
  return path.length > 0 && stringCharCodeAt(path, 0) === 47;
}

function join(...paths) {
  const parts = [];
  for (let i = 0; i < paths.length; i++) {
    validateString(paths[i], 'path');
    if (paths[i].length > 0) arrayPush(parts, paths[i]);
  }
  return parts.length === 0 ? '.' : normalize(arrayJoin(parts, '/'));
}

function relative(from, to) {
  validateString(from, 'from');
  validateString(to, 'to');
  if (from === to) return '';
  const partsOf = (path) => arrayFilter(stringSplit(sliceOf(resolve(path), 1), '/'), (part) => part !== '');
  const start = partsOf(from);
  const goal = partsOf(to);
  let common = 0;
  while (common < start.length && common < goal.length && start[common] === goal[common]) common++;
  return arrayJoin([...each(arrayFill(new Array(start.length - common), '..')), ...each(sliceOf(goal, common))], '/');
}

function toNamespacedPath(path) {
  return path;
}

function dirname(path) {
  validateString(path, 'path');
  if (path.length === 0) return '.';
  const rooted = stringCharCodeAt(path, 0) === 47;
  const { start } = segments.lastPart(path, 1, isSeparator);
  const end = start - 1;
  if (end < 1) return rooted ? '/' : '.';
  if (rooted && end === 1) return '//';
  return sliceOf(path, 0, end);
}

function basename(path, suffix) {
  return segments.basename(path, suffix, 0, isSeparator);
}

function extname(path) {
  validateString(path, 'path');
  const { start, end } = segments.lastPart(path, 0, isSeparator);
  const base = sliceOf(path, start, end);
  return sliceOf(base, segments.extensionStart(base));
}

function parse(path) {
  validateString(path, 'path');
  const root = stringCharCodeAt(path, 0) === 47 ? '/' : '';
  const { start, end } = segments.lastPart(path, root.length, isSeparator);
  const base = sliceOf(path, start, end);
  // Node parses `..` right after the root as a name with an empty extension.
  const dot = base === '..' && root !== '' && start === 1 ? 1 : segments.extensionStart(base);
  return {
    root,
    dir: start > root.length ? sliceOf(path, 0, start - 1) : root,
    base,
    ext: sliceOf(base, dot),
    name: sliceOf(base, 0, dot),
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
