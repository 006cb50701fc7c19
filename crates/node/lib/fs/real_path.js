'use strict';
// What fs.realpath() adds to realpath(3): a path of '' is the current folder, and an error names the first part that is
// not there.

const { pathOf } = require('fs/arguments');

function resolved(path) {
  path = pathOf(path);
  return path.charCodeAt(0) === 0 ? path : require('path').resolve(path);
}

function asLstat(error, path) {
  if (!['ENOENT', 'ENOTDIR', 'EACCES', 'ELOOP'].includes(error.code)) return error;
  const { dirname } = require('path');
  const isThere = (part) => require('fs').lstatSync(part, { throwIfNoEntry: false }) !== undefined;
  let missing = path;
  while (missing !== '/' && !isThere(dirname(missing))) missing = dirname(missing);
  const syscall = error.code === 'ELOOP' ? 'stat' : 'lstat';
  return require('core/system_errors').uvException({ errno: error.errno, syscall, path: missing });
}

module.exports = { resolved, asLstat };
