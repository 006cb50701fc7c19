'use strict';

// node:path/win32: two separators, and four kinds of roots.
//
//   C:            a drive; relative to that drive's current directory
//   C:\           a drive's root
//   \             the current drive's root
//   \\host\share  a UNC root; \\.\ and \\?\ are device namespaces
//
// Normalizing must not produce a reserved device name (CON:, NUL:…) that the path did not contain, nor a drive letter: such results
// are prefixed with `.\`.

const globals = require('globals');
const {
  arrayFill, arrayJoin, arrayPush, arraySome, regexpExec, stringCharCodeAt, stringReplaceAll, stringSplit, stringStartsWith,
  stringToLowerCase, stringToUpperCase,
} = require('core/intrinsics');
const { SafeSet } = require('core/safe/collections');
const { indexIn, isIn, sliceOf } = require('core/safe/lists');
const { replaceIn, splitAt } = require('core/safe/patterns');
const { each } = require('core/safe/walk');
const { validateString } = require('core/validate');
const segments = require('path/segments');

const isSeparator = (code) => code === 47 || code === 92;
const isDriveLetter = (code) => (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
const separators = /[\\/]/g;

const reservedNames = new SafeSet(['CON', 'PRN', 'AUX', 'NUL']);
for (const digit of each('123456789\u00b9\u00b2\u00b3')) {
  reservedNames.add(`COM${digit}`);
  reservedNames.add(`LPT${digit}`);
}

// Whether the part before `end` is a device name.
function isReserved(path, end) {
  return reservedNames.has(stringToUpperCase(sliceOf(path, 0, end)));
}

// `\\host\share` at the start: where host ends, share starts and share ends; undefined otherwise.
function uncParts(path) {
  if (!isSeparator(stringCharCodeAt(path, 0)) || !isSeparator(stringCharCodeAt(path, 1))) return undefined;
  const length = path.length;
  let hostEnd = 2;
  while (hostEnd < length && !isSeparator(stringCharCodeAt(path, hostEnd))) hostEnd++;
  if (hostEnd === length || hostEnd === 2) return undefined;
  let shareStart = hostEnd;
  while (shareStart < length && isSeparator(stringCharCodeAt(path, shareStart))) shareStart++;
  if (shareStart === length) return undefined;
  let shareEnd = shareStart;
  while (shareEnd < length && !isSeparator(stringCharCodeAt(path, shareEnd))) shareEnd++;
  return { host: sliceOf(path, 2, hostEnd), share: sliceOf(path, shareStart, shareEnd), shareEnd };
}

function hasDrive(path) {
  return path.length > 1 && stringCharCodeAt(path, 1) === 58 && isDriveLetter(stringCharCodeAt(path, 0));
}

// { device, rootEnd, absolute } for normalize and resolve. device is '' if there is none.
function rootOf(path) {
  if (isSeparator(stringCharCodeAt(path, 0))) {
    const unc = uncParts(path);
    if (unc === undefined) return { device: '', rootEnd: 1, absolute: true };
    if (unc.host === '.' || unc.host === '?') return deviceRoot(path, unc.host);
    return { device: `\\\\${unc.host}\\${unc.share}`, rootEnd: unc.shareEnd, absolute: true, unc };
  }
  if (hasDrive(path)) {
    const absolute = path.length > 2 && isSeparator(stringCharCodeAt(path, 2));
    return { device: sliceOf(path, 0, 2), rootEnd: absolute ? 3 : 2, absolute };
  }
  return { device: '', rootEnd: 0, absolute: false };
}

function deviceRoot(path, namespace) {
  const possible = sliceOf(path, 4, indexIn(path, ':') + 1);
  if (isReserved(possible, possible.length - 1)) {
    return { device: `\\\\?\\${possible}`, rootEnd: 4 + possible.length, absolute: true, reserved: true };
  }
  return { device: `\\\\${namespace}`, rootEnd: 4, absolute: true };
}

function resolve(...paths) {
  let device = '';
  let tail = '';
  let absolute = false;
  for (let i = paths.length - 1; i >= -1; i--) {
    const path = i >= 0 ? paths[i] : currentDirectory(device);
    if (i >= 0) validateString(path, `paths[${i}]`);
    if (path.length === 0) continue;
    const root = resolveRoot(path);
    if (root.device.length > 0) {
      if (device.length === 0) device = root.device;
      else if (stringToLowerCase(root.device) !== stringToLowerCase(device)) continue;
    }
    if (absolute) {
      if (device.length > 0) break;
    } else {
      tail = `${sliceOf(path, root.rootEnd)}\\${tail}`;
      absolute = root.absolute;
      if (absolute && device.length > 0) break;
    }
  }
  const resolved = arrayJoin(segments.resolveDots(splitAt(tail, separators), !absolute), '\\');
  if (absolute) return `${device}\\${resolved}`;
  return `${device}${resolved}` || '.';
}

// resolve() does not treat names after a device namespace as reserved.
function resolveRoot(path) {
  const root = rootOf(path);
  return root.reserved ? { device: stringReplaceAll(sliceOf(path, 0, 3), '/', '\\'), rootEnd: 4, absolute: true } : root;
}

function currentDirectory(device) {
  if (device.length === 0) return globals.process.cwd();
  const path = globals.process.env[`=${device}`] || globals.process.cwd();
  // The current directory of another drive is not used.
  const otherDrive = stringToLowerCase(sliceOf(path, 0, 2)) !== stringToLowerCase(device) && stringCharCodeAt(path, 2) === 92;
  return otherDrive ? `${device}\\` : path;
}

function normalize(path) {
  validateString(path, 'path');
  if (path.length === 0) return '.';
  if (path.length === 1) return path === '/' ? '\\' : path;

  let { device, rootEnd, absolute, unc } = rootOf(path);
  if (unc !== undefined && unc.shareEnd === path.length) return `${device}\\`;
  const colon = indexIn(path, ':');
  if (rootEnd === 0 && colon > 0 && isReserved(path, colon)) {
    device = sliceOf(path, 0, colon + 1);
    rootEnd = colon + 1;
  }
  let tail = arrayJoin(segments.resolveDots(splitAt(sliceOf(path, rootEnd), separators), !absolute), '\\');
  if (tail === '' && !absolute) tail = '.';
  if (tail !== '' && rootEnd < path.length && isSeparator(stringCharCodeAt(path, path.length - 1))) tail += '\\';
  if (!absolute && device === '' && colon !== -1 && readsAsDevice(path, tail)) return `.\\${tail}`;
  // Without a colon Node checks all but the last character: `NUL.` and `CON/` are caught as well.
  if (isReserved(path, colon === -1 ? path.length - 1 : colon)) return `.\\${device}${tail}`;
  return absolute ? `${device}\\${tail}` : `${device}${tail}`;
}

// A relative path whose normal form would start with a drive, or that names a stream or device with a colon.
function readsAsDevice(path, tail) {
  if (hasDrive(tail)) return true;
  for (let colon = indexIn(path, ':'); colon !== -1; colon = indexIn(path, ':', colon + 1)) {
    if (colon === path.length - 1 || isSeparator(stringCharCodeAt(path, colon + 1))) return true;
  }
  return false;
}

function isAbsolute(path) {
  validateString(path, 'path');
  if (path.length === 0) return false;
  return isSeparator(stringCharCodeAt(path, 0)) || (hasDrive(path) && isSeparator(stringCharCodeAt(path, 2)));
}

function join(...paths) {
  const parts = [];
  for (let i = 0; i < paths.length; i++) {
    validateString(paths[i], 'path');
    if (paths[i].length > 0) arrayPush(parts, paths[i]);
  }
  if (parts.length === 0) return '.';
  let joined = arrayJoin(parts, '\\');
  // Two leading separators mean UNC: joining must not create them unless the first part had exactly two.
  const leading = regexpExec(/^[\\/]*/, parts[0])[0].length;
  const isUnc = leading === 2 && parts[0].length > 2;
  if (!isUnc) {
    const slashes = regexpExec(/^[\\/]*/, joined)[0].length;
    if (slashes >= 2) joined = `\\${sliceOf(joined, slashes)}`;
  }
  if (arraySome(stringSplit(joined, '\\'), (part) => isIn(part, ':') && isReserved(part, indexIn(part, ':')))) {
    return stringReplaceAll(joined, '/', '\\');
  }
  return normalize(joined);
}

function relative(from, to) {
  validateString(from, 'from');
  validateString(to, 'to');
  if (from === to) return '';
  const start = resolve(from);
  const goal = resolve(to);
  if (stringToLowerCase(start) === stringToLowerCase(goal)) return '';

  const trim = (path) => replaceIn(path, /^\\+|\\+$/g, '');
  const trimmedStart = trim(start);
  const startParts = stringSplit(trimmedStart, '\\');
  const trimmedGoal = trim(goal);
  const goalParts = trimmedGoal === '' ? [] : stringSplit(trimmedGoal, '\\');
  const startCount = startParts.length === 1 && startParts[0] === '' ? 0 : startParts.length;
  let common = 0;
  while (common < startCount && common < goalParts.length &&
    stringToLowerCase(startParts[common]) === stringToLowerCase(goalParts[common])) common++;
  // Nothing in common: another drive or host, which `..` cannot reach.
  if (common === 0 && startCount > 0 && goalParts.length > 0) return characterRelative(trimmedStart, trimmedGoal, startCount) ?? goal;
  const up = arrayFill(new Array(startCount - common), '..');
  return arrayJoin([...each(up), ...each(sliceOf(goalParts, common))], '\\');
}

// Node compares characters, not names: if one path is a prefix of the other, even within a name, that counts as common, and the
// separator is omitted ('..mailbox' from \mail to \mailbox). Undefined if neither is.
function characterRelative(start, goal, startCount) {
  const { 0: short, 1: long } = start.length < goal.length ? [start, goal] : [goal, start];
  if (!stringStartsWith(stringToLowerCase(long), stringToLowerCase(short))) return undefined;
  // Two characters are taken for a drive.
  if (short.length === 2) return long === goal ? sliceOf(goal, 2) : '';
  return `${arrayJoin(arrayFill(new Array(startCount), '..'), '\\')}${goal}`;
}

function toNamespacedPath(path) {
  if (typeof path !== 'string' || path.length === 0) return path;
  const resolved = resolve(path);
  if (resolved.length <= 2) return path;
  if (stringStartsWith(resolved, '\\\\')) {
    const third = resolved[2];
    if (third !== '?' && third !== '.') return `\\\\?\\UNC\\${sliceOf(resolved, 2)}`;
  } else if (hasDrive(resolved) && resolved[2] === '\\') {
    return `\\\\?\\${resolved}`;
  }
  return resolved;
}

// The length of the root for dirname and parse: it includes the separator after a UNC share.
function rootLength(path) {
  if (path.length > 0 && isSeparator(stringCharCodeAt(path, 0))) {
    const unc = uncParts(path);
    if (unc === undefined) return 1;
    return unc.shareEnd === path.length ? unc.shareEnd : unc.shareEnd + 1;
  }
  if (hasDrive(path)) return path.length > 2 && isSeparator(stringCharCodeAt(path, 2)) ? 3 : 2;
  return 0;
}

function dirname(path) {
  validateString(path, 'path');
  if (path.length === 0) return '.';
  if (path.length === 1) return isSeparator(stringCharCodeAt(path, 0)) ? path : '.';
  const root = rootLength(path);
  const { start } = segments.lastPart(path, root, isSeparator);
  const end = start - 1;
  if (start > root) return sliceOf(path, 0, end);
  return root === 0 ? '.' : sliceOf(path, 0, root);
}

function basename(path, suffix) {
  const from = typeof path === 'string' && hasDrive(path) ? 2 : 0;
  return segments.basename(path, suffix, from, isSeparator);
}

function extname(path) {
  validateString(path, 'path');
  const { start, end } = segments.lastPart(path, hasDrive(path) ? 2 : 0, isSeparator);
  const base = sliceOf(path, start, end);
  return sliceOf(base, segments.extensionStart(base));
}

function parse(path) {
  validateString(path, 'path');
  const length = rootLength(path);
  const root = sliceOf(path, 0, length);
  const { start, end } = segments.lastPart(path, length, isSeparator);
  const base = sliceOf(path, start, end);
  const dot = segments.extensionStart(base);
  return {
    root,
    dir: start > length ? sliceOf(path, 0, start - 1) : root,
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
  format: segments.formatWith('\\'),
  parse,
  matchesGlob(path, pattern) {
    return require('path/glob').matchesGlob(path, pattern, true);
  },
  sep: '\\',
  delimiter: ';',
  win32: null,
  posix: require('path/posix'),
  _makeLong: toNamespacedPath,
};
module.exports.win32 = module.exports;
