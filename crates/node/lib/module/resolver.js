'use strict';
// The resolver (crates/source/src/resolve) for the loaders: `binding('resolve')` with Node's error classes.

const { arrayJoin, jsonParse, objectAssign, objectDefineProperty, objectHasOwn, stringStartsWith } = require('core/intrinsics');
const { indexIn, sliceOf } = require('core/safe/lists');
const { each } = require('core/safe/walk');
const native = binding('resolve');

const CLASSES = { __proto__: null, Error, RangeError, SyntaxError, TypeError };

// Native errors have a code only; Node's also have it in the first line of their stack. The cause is JSON.
function asNodeError(thrown) {
  const { code } = thrown;
  const cause = objectHasOwn(thrown, 'cause') ? thrown.cause : undefined;
  if (typeof code !== 'string' || !stringStartsWith(code, 'ERR_')) return thrown;
  const { code: _, hint, cause: __, stack, line, column, sourceURL, ...fields } = thrown;
  return nodeError({ class: thrown.name, code, message: thrown.message, cause: cause && jsonParse(cause), ...fields });
}

function nodeError(given) {
  const { class: name, code, message, cause, ...fields } = { __proto__: null, ...given };
  const error = require('core/errors').codedError(code, CLASSES[name] ?? Error, message);
  objectAssign(error, fields);
  if (cause) objectDefineProperty(error, 'cause', { __proto__: null, value: nodeError(cause), enumerable: false, configurable: true, writable: true });
  return error;
}

function withNodeErrors(call) {
  return (...values) => {
    try {
      return call(...each(values));
    } catch (error) {
      emitWarnings();
      throw asNodeError(error);
    }
  };
}

const importNative = withNodeErrors(native.import);

// Resolves the specifier of an `import`: { url, format }. The format is that of Node's resolve: null if the syntax decides, undefined if
// loading has to call formatOf(url), which throws if the module cannot be loaded.
function resolveImport(specifier, parentURL, conditions) {
  const result = importNative(specifier, parentURL, conditions && arrayJoin(conditions, '\0'));
  const end = indexIn(result, '\n');
  const url = sliceOf(result, end + 1);
  let format = sliceOf(result, 0, end);
  if (stringStartsWith(format, '~')) {
    format = sliceOf(format, 1);
    emitWarnings();
  }
  if (format === 'null') return { url, format: stringStartsWith(url, 'file:') ? null : undefined };
  return { url, format: format === '' ? undefined : format };
}

// Deprecation warnings of the resolver. (Also after an error: the search may have warned before.)
function emitWarnings() {
  if (!native.hasWarnings()) return;
  for (const { code, message } of each(jsonParse(native.takeWarnings()))) {
    require('process/process').emitWarning(message, 'DeprecationWarning', code);
  }
}

module.exports = {
  ...native,
  resolveImport,
  emitWarnings,
  require: withNodeErrors(native.require),
  requireFromPackage: withNodeErrors(native.requireFromPackage),
  findPath: withNodeErrors(native.findPath),
  formatOf: withNodeErrors(native.formatOf),
  requireFormat: withNodeErrors(native.requireFormat),
  findPackageJson: withNodeErrors(native.findPackageJson),
  packageScope: withNodeErrors(native.packageScope),
  readPackage: withNodeErrors(native.readPackage),
};
