'use strict';
// module.findPackageJSON() and Module._readPackage().

const native = require('module/resolver');

function findPackageJSON(given, specifier, base) {
  const { ERR_MISSING_ARGS, ERR_INVALID_ARG_TYPE } = require('core/errors').codes;
  if (given === 0) throw new ERR_MISSING_ARGS('specifier');
  const isUrl = (value) => typeof value === 'object' && value !== null && typeof value.href === 'string';
  if (isUrl(base)) base = base.href;
  if (typeof base !== 'string') throw new ERR_INVALID_ARG_TYPE('base', 'string', base);
  specifier = isUrl(specifier) ? specifier.href : `${specifier}`;
  if (base.startsWith('/')) base = require('url/file_urls').pathToFileURL(base).href;
  return native.findPackageJson(specifier, base);
}

function readPackage(folder) {
  const text = native.readPackage(String(folder));
  return Object.assign({ __proto__: null }, JSON.parse(text));
}

module.exports = { findPackageJSON, readPackage };
