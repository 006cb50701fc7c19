'use strict';

// node:path/win32: two separators, and four kinds of root.
//
//   C:            a drive; relative to that drive's current directory
//   C:\           a drive's root
//   \             the current drive's root
//   \\host\share  a UNC root; \\.\ and \\?\ are device namespaces
//
// Reserved device names (CON:, NUL:…) must not come out of a path that did not name them so, nor
// may a drive letter appear by normalising: such results are prefixed with `.\`.

const { validateString } = require('core/validate');
const segments = require('path/segments');

const isSeparator = (code) => code === 47 || code === 92;
const isDriveLetter = (code) => (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
const separators = /[\\/]/;

const reservedNames = new Set(['CON', 'PRN', 'AUX', 'NUL']);
for (const digit of '123456789\u00b9\u00b2\u00b3') {
  reservedNames.add(`COM${digit}`);
  reservedNames.add(`LPT${digit}`);
}

// Whether what stands before `end` is a device's name.
function isReserved(path, end) {
  return reservedNames.has(path.slice(0, end).toUpperCase());
}

// `\\host\share` at the beginning: where host ends, share begins and share ends; undefined otherwise.
function uncParts(path) {
  if (!isSeparator(path.charCodeAt(0)) || !isSeparator(path.charCodeAt(1))) return undefined;
  const length = path.length;
  let hostEnd = 2;
  while (hostEnd < length && !isSeparator(path.charCodeAt(hostEnd))) hostEnd++;
  if (hostEnd === length || hostEnd === 2) return undefined;
  let shareStart = hostEnd;
  while (shareStart < length && isSeparator(path.charCodeAt(shareStart))) shareStart++;
  if (shareStart === length) return undefined;
  let shareEnd = shareStart;
  while (shareEnd < length && !isSeparator(path.charCodeAt(shareEnd))) shareEnd++;
  return { host: path.slice(2, hostEnd), share: path.slice(shareStart, shareEnd), shareEnd };
}

function hasDrive(path) {
  return path.length > 1 && path.charCodeAt(1) === 58 && isDriveLetter(path.charCodeAt(0));
}

// { device, rootEnd, absolute } as normalize and resolve see it. device is '' for none.
function rootOf(path) {
  if (isSeparator(path.charCodeAt(0))) {
    const unc = uncParts(path);
    if (unc === undefined) return { device: '', rootEnd: 1, absolute: true };
    if (unc.host === '.' || unc.host === '?') return deviceRoot(path, unc.host);
    return { device: `\\\\${unc.host}\\${unc.share}`, rootEnd: unc.shareEnd, absolute: true, unc };
  }
  if (hasDrive(path)) {
    const absolute = path.length > 2 && isSeparator(path.charCodeAt(2));
    return { device: path.slice(0, 2), rootEnd: absolute ? 3 : 2, absolute };
  }
  return { device: '', rootEnd: 0, absolute: false };
}

function deviceRoot(path, namespace) {
  const possible = path.slice(4, path.indexOf(':') + 1);
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
      else if (root.device.toLowerCase() !== device.toLowerCase()) continue;
    }
    if (absolute) {
      if (device.length > 0) break;
    } else {
      tail = `${path.slice(root.rootEnd)}\\${tail}`;
      absolute = root.absolute;
      if (absolute && device.length > 0) break;
    }
  }
  const resolved = segments.resolveDots(tail.split(separators), !absolute).join('\\');
  if (absolute) return `${device}\\${resolved}`;
  return `${device}${resolved}` || '.';
}

// resolve() knows no reserved names behind a device namespace.
function resolveRoot(path) {
  const root = rootOf(path);
  return root.reserved ? { device: path.slice(0, 3).replaceAll('/', '\\'), rootEnd: 4, absolute: true } : root;
}

function currentDirectory(device) {
  if (device.length === 0) return process.cwd();
  const path = process.env[`=${device}`] || process.cwd();
  // A directory of another drive says nothing about this one.
  const otherDrive = path.slice(0, 2).toLowerCase() !== device.toLowerCase() && path.charCodeAt(2) === 92;
  return otherDrive ? `${device}\\` : path;
}

function normalize(path) {
  validateString(path, 'path');
  if (path.length === 0) return '.';
  if (path.length === 1) return path === '/' ? '\\' : path;

  let { device, rootEnd, absolute, unc } = rootOf(path);
  if (unc !== undefined && unc.shareEnd === path.length) return `${device}\\`;
  const colon = path.indexOf(':');
  if (rootEnd === 0 && colon > 0 && isReserved(path, colon)) {
    device = path.slice(0, colon + 1);
    rootEnd = colon + 1;
  }
  let tail = segments.resolveDots(path.slice(rootEnd).split(separators), !absolute).join('\\');
  if (tail === '' && !absolute) tail = '.';
  if (tail !== '' && rootEnd < path.length && isSeparator(path.charCodeAt(path.length - 1))) tail += '\\';
  if (!absolute && device === '' && colon !== -1 && readsAsDevice(path, tail)) return `.\\${tail}`;
  // Without a colon Node looks at all but the last character: `NUL.` and `CON/` are caught as well.
  if (isReserved(path, colon === -1 ? path.length - 1 : colon)) return `.\\${device}${tail}`;
  return absolute ? `${device}\\${tail}` : `${device}${tail}`;
}

// A relative path whose normal form would begin with a drive, or that names a stream or device with a colon.
function readsAsDevice(path, tail) {
  if (hasDrive(tail)) return true;
  for (let colon = path.indexOf(':'); colon !== -1; colon = path.indexOf(':', colon + 1)) {
    if (colon === path.length - 1 || isSeparator(path.charCodeAt(colon + 1))) return true;
  }
  return false;
}

function isAbsolute(path) {
  validateString(path, 'path');
  if (path.length === 0) return false;
  return isSeparator(path.charCodeAt(0)) || (hasDrive(path) && isSeparator(path.charCodeAt(2)));
}

function join(...paths) {
  const parts = [];
  for (let i = 0; i < paths.length; i++) {
    validateString(paths[i], 'path');
    if (paths[i].length > 0) parts.push(paths[i]);
  }
  if (parts.length === 0) return '.';
  let joined = parts.join('\\');
  // Two leading separators mean UNC: joining must not create them unless the first part had exactly two.
  const leading = /^[\\/]*/.exec(parts[0])[0].length;
  const meantUnc = leading === 2 && parts[0].length > 2;
  if (!meantUnc) {
    const slashes = /^[\\/]*/.exec(joined)[0].length;
    if (slashes >= 2) joined = `\\${joined.slice(slashes)}`;
  }
  if (joined.split('\\').some((part) => part.includes(':') && isReserved(part, part.indexOf(':')))) {
    return joined.replaceAll('/', '\\');
  }
  return normalize(joined);
}

function relative(from, to) {
  validateString(from, 'from');
  validateString(to, 'to');
  if (from === to) return '';
  const start = resolve(from);
  const goal = resolve(to);
  if (start.toLowerCase() === goal.toLowerCase()) return '';

  const trim = (path) => path.replace(/^\\+|\\+$/g, '');
  const trimmedStart = trim(start);
  const startParts = trimmedStart.split('\\');
  const trimmedGoal = trim(goal);
  const goalParts = trimmedGoal === '' ? [] : trimmedGoal.split('\\');
  const startCount = startParts.length === 1 && startParts[0] === '' ? 0 : startParts.length;
  let common = 0;
  while (common < startCount && common < goalParts.length &&
    startParts[common].toLowerCase() === goalParts[common].toLowerCase()) common++;
  // Nothing shared: another drive or host, which no number of `..` reaches.
  if (common === 0 && startCount > 0 && goalParts.length > 0) return oddlyRelative(trimmedStart, trimmedGoal, startCount) ?? goal;
  const up = new Array(startCount - common).fill('..');
  return [...up, ...goalParts.slice(common)].join('\\');
}

// Node compares letters, not names: where one path is the beginning of the other, though not of a whole name, it takes that
// for common ground and leaves out the separator ('..mailbox' from \mail to \mailbox). Undefined where neither is.
function oddlyRelative(start, goal, startCount) {
  const [short, long] = start.length < goal.length ? [start, goal] : [goal, start];
  if (!long.toLowerCase().startsWith(short.toLowerCase())) return undefined;
  // Two letters are taken for a drive.
  if (short.length === 2) return long === goal ? goal.slice(2) : '';
  return `${new Array(startCount).fill('..').join('\\')}${goal}`;
}

function toNamespacedPath(path) {
  if (typeof path !== 'string' || path.length === 0) return path;
  const resolved = resolve(path);
  if (resolved.length <= 2) return path;
  if (resolved.startsWith('\\\\')) {
    const third = resolved[2];
    if (third !== '?' && third !== '.') return `\\\\?\\UNC\\${resolved.slice(2)}`;
  } else if (hasDrive(resolved) && resolved[2] === '\\') {
    return `\\\\?\\${resolved}`;
  }
  return resolved;
}

// How long the root is for dirname and parse: the separator after a UNC share belongs to it.
function rootLength(path) {
  if (path.length > 0 && isSeparator(path.charCodeAt(0))) {
    const unc = uncParts(path);
    if (unc === undefined) return 1;
    return unc.shareEnd === path.length ? unc.shareEnd : unc.shareEnd + 1;
  }
  if (hasDrive(path)) return path.length > 2 && isSeparator(path.charCodeAt(2)) ? 3 : 2;
  return 0;
}

function dirname(path) {
  validateString(path, 'path');
  if (path.length === 0) return '.';
  if (path.length === 1) return isSeparator(path.charCodeAt(0)) ? path : '.';
  const root = rootLength(path);
  const { start } = segments.lastPart(path, root, isSeparator);
  const end = start - 1;
  if (start > root) return path.slice(0, end);
  return root === 0 ? '.' : path.slice(0, root);
}

function basename(path, suffix) {
  const from = typeof path === 'string' && hasDrive(path) ? 2 : 0;
  return segments.basename(path, suffix, from, isSeparator);
}

function extname(path) {
  validateString(path, 'path');
  const { start, end } = segments.lastPart(path, hasDrive(path) ? 2 : 0, isSeparator);
  const base = path.slice(start, end);
  return base.slice(segments.extensionStart(base));
}

function parse(path) {
  validateString(path, 'path');
  const length = rootLength(path);
  const root = path.slice(0, length);
  const { start, end } = segments.lastPart(path, length, isSeparator);
  const base = path.slice(start, end);
  const dot = segments.extensionStart(base);
  return {
    root,
    dir: start > length ? path.slice(0, start - 1) : root,
    base,
    ext: base.slice(dot),
    name: base.slice(0, dot),
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
