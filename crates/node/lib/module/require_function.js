'use strict';
// require.resolve(), and createRequire().

const { stringEndsWith, stringStartsWith } = require('core/intrinsics');
const cjs = require('module/cjs');
const { makeRequire } = require('module/module_object');
const { Module } = cjs;

function resolve(module, request, options) {
  checkRequest(request);
  if (cjs.hooks !== null) return cjs.hooks.resolveOnly(request, module, options);
  return Module._resolveFilename(request, module, false, { ...options });
}

function paths(module, request) {
  checkRequest(request);
  return Module._resolveLookupPaths(request, module);
}

function checkRequest(request) {
  if (typeof request !== 'string') require('core/validate').validateString(request, 'request');
}

const EXPECTED = 'must be a file URL object, file URL string, or absolute path string';

function createRequire(filename) {
  const { ERR_INVALID_ARG_VALUE } = require('core/errors').codes;
  const isUrlObject = typeof filename === 'object' && filename !== null && typeof filename.href === 'string' && filename.protocol !== undefined;
  let path = filename;
  if (isUrlObject || (typeof filename === 'string' && !stringStartsWith(filename, '/'))) {
    try {
      path = require('url/file_urls').fileURLToPath(filename);
    } catch {
      throw new ERR_INVALID_ARG_VALUE('filename', filename, EXPECTED);
    }
  } else if (typeof filename !== 'string') {
    throw new ERR_INVALID_ARG_VALUE('filename', filename, EXPECTED);
  }
  // A directory resolves like a file in it.
  const referrer = stringEndsWith(path, '/') ? `${path}noop.js` : path;
  const module = new Module(referrer);
  module.filename = referrer;
  module.paths = Module._nodeModulePaths(module.path);
  return makeRequire(module);
}

module.exports = { resolve, paths, makeRequire, createRequire };
