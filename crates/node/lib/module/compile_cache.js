'use strict';
// module.enableCompileCache() and related functions. Hexloop always caches transformed source on disk (crates/source/src/cache),
// unless --no-cache: so there is nothing to enable.

const { cacheDirectory } = binding('module');

function enable(options) {
  const directory = typeof options === 'object' && options !== null ? options.directory : options;
  if (directory !== undefined && typeof directory !== 'string') {
    const { ERR_INVALID_ARG_TYPE } = require('core/errors').codes;
    const error = new ERR_INVALID_ARG_TYPE('cacheDir', 'string', directory);
    error.message = 'cacheDir should be a string';
    throw error;
  }
  const { ALREADY_ENABLED, DISABLED } = require('module').constants.compileCacheStatus;
  const folder = cacheDirectory();
  if (folder === undefined) return { status: DISABLED, message: 'Disabled by --no-cache' };
  return { status: ALREADY_ENABLED, directory: folder };
}

// Results are written to disk immediately.
function flush() {}

module.exports = { enable, flush, directory: cacheDirectory };
