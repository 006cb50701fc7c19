'use strict';
// module.findPackageJSON() and Module._readPackage().

const { jsonParse, objectAssign, stringStartsWith } = require('core/intrinsics');
const native = require('module/resolver');

function findPackageJSON(given, specifier, base) {
  const { ERR_MISSING_ARGS, ERR_INVALID_ARG_TYPE } = require('core/errors').codes;
  if (given === 0) throw new ERR_MISSING_ARGS('specifier');
  const isUrl = (value) => typeof value === 'object' && value !== null && typeof value.href === 'string';
  if (isUrl(base)) base = base.href;
  if (typeof base !== 'string') throw new ERR_INVALID_ARG_TYPE('base', 'string', base);
  specifier = isUrl(specifier) ? specifier.href : `${specifier}`;
  if (stringStartsWith(base, '/')) base = require('url/file_urls').pathToFileURL(base).href;
  return native.findPackageJson(specifier, base);
}

function readPackage(folder) {
  const { name, main, type, exports, imports, exists, pjsonPath } = { __proto__: null, ...jsonParse(native.readPackage(String(folder))) };
  if (!exists) return { __proto__: null, type, exists, pjsonPath };
  const named = { __proto__: null };
  if (name !== undefined) named.name = name;
  if (main !== undefined) named.main = main;
  return objectAssign(named, { type, exports, imports, exists, pjsonPath });
}

module.exports = { findPackageJSON, readPackage };
