'use strict';
// From the source of a CommonJS file to its exports; ES modules go on to their loader.

const { stringStartsWith } = require('core/intrinsics');
const { isIn } = require('core/safe/lists');
const { kFormat, kIsMain, call } = require('module/module_object');
const native = binding('module');

// Module.wrap, if a program has replaced it or changed Module.wrapper (module/wrapper.js).
let replacedWrap = null;

// module._compile(content, filename, format). `format` undefined: the syntax decides.
function compileSource(module, content, filename, format) {
  content = String(content);
  if (format === 'module' || format === 'module-typescript') return loadModule(module, filename, content, format);
  const compiled = replacedWrap === null ?
    compileUnlessModule(content, filename, format) :
    native.evaluate(replacedWrap(content), filename);
  if (compiled === undefined) return loadModule(module, filename, content, 'module');
  return call(module, compiled, filename);
}

// The compiled function; undefined if the source is an ES module and may be one.
function compileUnlessModule(content, filename, format) {
  try {
    return withImporter(native.compile(content, filename, format), filename);
  } catch (error) {
    warnIfModule(error, filename, format);
    throw error;
  }
}

// A source with import() is compiled to a function that takes the importer.
function withImporter(compiled, filename) {
  return compiled?.length === 1 ? compiled(require('module/esm').importerFor(urlOf(filename))) : compiled;
}

function urlOf(filename) {
  return stringStartsWith(filename, '/') ? binding('modules').pathToFileUrl(filename) : filename;
}

// ---- ES modules

function loadModule(module, filename, source, format) {
  module[kFormat] = format;
  if (module[kIsMain]) {
    require('module/esm').runAsModule(source, urlOf(filename));
    return;
  }
  module.exports = require('module/esm').requireModule(module, urlOf(filename), source);
}

const MODULE_SYNTAX = [
  'Cannot use import statement outside a module', "Unexpected token 'export'", "Cannot use 'import.meta' outside a module",
];

function isModuleSyntaxError(error) {
  return error instanceof SyntaxError && isIn(MODULE_SYNTAX, error.message);
}

// ES module syntax in a file that package.json declares CommonJS.
function warnIfModule(error, filename, format) {
  if (format !== 'commonjs' || !isModuleSyntaxError(error)) return;
  require('process/warning').emitWarningNow(
    `Failed to load the ES module: ${filename}. Make sure to set "type": "module" in the nearest package.json file or use the .mjs extension.`);
}

module.exports = {
  compileSource, loadModule, warnIfModule, withImporter, urlOf,
  isWrapped: () => replacedWrap !== null,
  set replacedWrap(wrap) { replacedWrap = wrap; },
};
