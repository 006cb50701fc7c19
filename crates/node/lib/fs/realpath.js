'use strict';
// What fs.realpath() adds to realpath(3): a path of '' is the current directory, and an error names the first component that
// does not exist.

const { arrayBufferStaticIsView, stringCharCodeAt } = require('core/intrinsics');
const { isIn } = require('core/safe/lists');
const { pathOf } = require('fs/arguments');

function resolvePath(path) {
  // As in Node, anything else is converted to a string.
  if (typeof path !== 'string' && !arrayBufferStaticIsView(path)) path = `${require('url/file_urls').toPathIfFileURL(path)}`;
  path = pathOf(path);
  return stringCharCodeAt(path, 0) === 0 ? path : require('path').resolve(path);
}

// Targets that realpath(3) does not find: /dev/stdin is a link to /proc/…/fd/0, which is a link to 'pipe:[123]'.
function followLinks(path) {
  const fs = require('fs');
  const { dirname, resolve } = require('path');
  if (fs.statSync(path, { throwIfNoEntry: false }) === undefined) return undefined;
  while (fs.lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) path = resolve(dirname(path), fs.readlinkSync(path));
  return path;
}

function toLstatError(error, path) {
  if (!isIn(['ENOENT', 'ENOTDIR', 'EACCES', 'ELOOP'], error.code)) return error;
  const { dirname } = require('path');
  const exists = (part) => require('fs').lstatSync(part, { throwIfNoEntry: false }) !== undefined;
  let missing = path;
  while (missing !== '/' && !exists(dirname(missing))) missing = dirname(missing);
  const syscall = error.code === 'ELOOP' ? 'stat' : 'lstat';
  return require('core/system_errors').uvException({ errno: error.errno, syscall, path: missing });
}

module.exports = { resolvePath, followLinks, toLstatError };
