'use strict';
// import.meta

const { stringStartsWith } = require('core/intrinsics');
const { fileUrlToPath } = binding('modules');

// Created when the module starts, if it uses import.meta.
function metaOf(record) {
  const { url } = record;
  const meta = { __proto__: null };
  if (stringStartsWith(url, 'file:')) {
    const filename = fileUrlToPath(url);
    meta.dirname = require('module/cjs').dirname(filename);
    meta.filename = filename;
  }
  meta.main = record.isMain;
  meta.resolve = function resolve(specifier) {
    return resolveFrom(url, specifier);
  };
  meta.url = url;
  return meta;
}

// A missing file still has a URL.
function resolveFrom(url, specifier) {
  try {
    return require('module/esm/load').resolve(`${specifier}`, url, undefined).url;
  } catch (error) {
    const isNameable = error?.code === 'ERR_UNSUPPORTED_DIR_IMPORT' || error?.code === 'ERR_MODULE_NOT_FOUND';
    if (isNameable && error.url) return error.url;
    throw error;
  }
}

module.exports = { metaOf };
