'use strict';

// What both variants share: the last part and its extension, `.` and `..`.

const { arrayPop, arrayPush, objectDefineProperty, stringCharCodeAt, stringEndsWith } = require('core/intrinsics');
const { lastIndexIn, sliceOf } = require('core/safe/lists');
const { validateObject, validateString } = require('core/validate');

// Resolves `.` and `..` in the parts of a path. Leading `..` are kept if the path is relative.
function resolveDots(parts, keepLeadingDots) {
  const resolved = [];
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i];
    if (part === '' || part === '.') continue;
    if (part !== '..') {
      arrayPush(resolved, part);
    } else if (resolved.length > 0 && resolved[resolved.length - 1] !== '..') {
      arrayPop(resolved);
    } else if (keepLeadingDots) {
      arrayPush(resolved, part);
    }
  }
  return resolved;
}

// The last part of `path` after `from`, as [start, end]: trailing separators do not count.
function lastPart(path, from, isSeparator) {
  let end = path.length;
  while (end > from && isSeparator(stringCharCodeAt(path, end - 1))) end--;
  let start = end;
  while (start > from && !isSeparator(stringCharCodeAt(path, start - 1))) start--;
  return { start, end };
}

// Where the extension of a base name starts; its length if there is none. `.profile` and `..` have none.
function extensionStart(base) {
  const dot = lastIndexIn(base, '.');
  return dot <= 0 || base === '..' ? base.length : dot;
}

function basename(path, suffix, from, isSeparator) {
  if (suffix !== undefined) validateString(suffix, 'suffix');
  validateString(path, 'path');
  const { start, end } = lastPart(path, from, isSeparator);
  const base = sliceOf(path, start, end);
  if (suffix === undefined || suffix === '' || suffix.length > path.length) return base;
  if (suffix.length < base.length) return stringEndsWith(base, suffix) ? sliceOf(base, 0, -suffix.length) : base;
  if (suffix === path) return '';
  if (base === suffix) return base;
  // As in Node, a base that is itself the end of the suffix (even if empty) keeps its trailing separators.
  return stringEndsWith(suffix, base) ? sliceOf(path, start) : base;
}

function format(sep, pathObject) {
  validateObject(pathObject, 'pathObject');
  const dir = pathObject.dir || pathObject.root;
  const { ext } = pathObject;
  const dotted = ext ? `${ext[0] === '.' ? '' : '.'}${ext}` : '';
  const base = pathObject.base || `${pathObject.name || ''}${dotted}`;
  if (!dir) return base;
  return dir === pathObject.root ? `${dir}${base}` : `${dir}${sep}${base}`;
}

// `format` with its separator, with the name of Node's bound function.
function formatWith(sep) {
  function _format(pathObject) {
    return format(sep, pathObject);
  }
  return objectDefineProperty(_format, 'name', { __proto__: null, value: 'bound _format', configurable: true });
}

module.exports = { resolveDots, lastPart, extensionStart, basename, formatWith };
