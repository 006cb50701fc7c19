'use strict';
// Module._extensions: the loaders by file extension.

const { stringStartsWith } = require('core/intrinsics');
const { kFormat, originals } = require('module/cjs');
const cjs = require('module/cjs');
const { compileFile } = require('module/module_object');
const { readSource } = binding('module');

// The format of a file by package.json and its name; undefined if the syntax decides.
function requireFormat(filename) {
  try {
    return binding('resolve').requireFormat(filename);
  } catch {
    // Again, with Node's error.
    return require('module/resolver').requireFormat(filename);
  }
}

// '.js', and every extension that is not registered: `.cjs`, `.mjs`, `.ts`, none.
function loadJavaScript(module, filename) {
  const compile = require('module/compile');
  if (cjs.hooks === null) {
    const format = module[kFormat] ??= requireFormat(filename);
    // The fast path: if no program needs the source it stays in Rust.
    if (!(format !== undefined && stringStartsWith(format, 'module')) && module._compile === originals._compile && !compile.isWrapped()) {
      compileFile(module, filename, format);
    } else {
      module._compile(readSource(filename), filename, format);
    }
    return;
  }
  const { source, format } = cjs.hooks.loadSource(module, filename, requireFormat(filename));
  module[kFormat] = format;
  module._compile(source, filename, format);
}

function loadJson(module, filename) {
  const text = cjs.hooks === null ? readSource(filename) : cjs.hooks.loadSource(module, filename, 'json').source;
  module.exports = require('core/json_errors').parseFile(text, filename);
}

function loadAddon(module, filename) {
  throw require('core/errors').codedError('ERR_DLOPEN_FAILED', Error, `${filename}: Hexloop cannot load addons, which are compiled for V8's or Node's own interface`);
}

module.exports = { requireFormat, loadJavaScript, loadJson, loadAddon };
