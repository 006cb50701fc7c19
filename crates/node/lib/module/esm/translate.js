'use strict';
// From a URL to a record, by its format.

const globals = require('globals');
const { jsonParse, stringEndsWith, stringStartsWith } = require('core/intrinsics');
const { SafeSet } = require('core/safe/collections');
const { isIn } = require('core/safe/lists');
const native = binding('modules');
const cjs = require('module/cjs');
const { SourceRecord } = require('module/esm/record');
const { formatOf, packageScope } = require('module/resolver');
const { validateAttributes } = require('module/esm/attributes');
const synthetic = () => require('module/esm/synthetic');

// `format` is null if the syntax decides, undefined if resolution did not determine it.
function read(url, format, attributes, isMain) {
  const { hooks } = cjs;
  if (hooks !== null && hooks !== undefined) return readWithHooks(hooks, url, format, attributes, isMain);
  if (stringStartsWith(url, 'data:')) return readData(url, attributes, isMain);
  if (format === undefined) format = formatOf(url) ?? null;
  switch (format) {
    case 'module':
    case 'module-typescript':
      validateAttributes(url, format, attributes);
      return new SourceRecord(url, attributes?.type, jsonParse(native.load(native.fileUrlToPath(url), url)));
    case 'builtin':
      validateAttributes(url, format, attributes);
      return synthetic().builtinRecord(url, attributes?.type);
    case null:
      return readDetected(url, attributes, isMain);
    case 'json':
      validateAttributes(url, format, attributes);
      return fromSource(url, format, attributes, native.readSource(native.fileUrlToPath(url)), isMain);
    default:
      return fromSource(url, format, attributes, undefined, isMain);
  }
}

// The syntax decides: a `.js` in a package without a type.
function readDetected(url, attributes, isMain) {
  const path = native.fileUrlToPath(url);
  const linked = native.loadDetected(path, url);
  const format = linked === null ? 'commonjs' : 'module';
  if (linked !== null) warnOfMissingType(url, path);
  validateAttributes(url, format, attributes);
  if (linked === null) return fromSource(url, format, attributes, undefined, isMain);
  return new SourceRecord(url, attributes?.type, jsonParse(linked));
}

const warned = new SafeSet();

// Without a type in package.json Node parses such a file twice, so it asks for one.
function warnOfMissingType(url, path) {
  if (!stringEndsWith(path, '.js') && !stringEndsWith(path, '.ts')) return;
  const packageJson = packageWithoutType(path);
  if (packageJson === undefined || isIn(path, '/node_modules/') || warned.has(packageJson)) return;
  warned.add(packageJson);
  globals.process.emitWarning(
    `Module type of ${url} is not specified and it doesn't parse as CommonJS.\n` +
    'Reparsing as ES module because module syntax was detected. This incurs a performance overhead.\n' +
    `To eliminate this warning, add "type": "module" to ${packageJson}.`, { code: 'MODULE_TYPELESS_PACKAGE_JSON' });
}

function packageWithoutType(path) {
  const scope = packageScope(path);
  const { type, pjsonPath } = scope === undefined ? {} : jsonParse(scope);
  return type === 'none' ? pjsonPath : undefined;
}

function readData(url, attributes, isMain) {
  const format = formatOf(url);
  validateAttributes(url, format, attributes);
  return fromSource(url, format, attributes, require('module/esm/data_url').bodyOf(url), isMain);
}

function readWithHooks(hooks, url, format, attributes, isMain) {
  const loaded = hooks.loadImport(url, format, attributes ?? {}, (passed, context) => defaultLoad(passed, context, attributes));
  const source = loaded.source === null || loaded.source === undefined ? undefined : hooks.toSource(loaded.source);
  return fromSource(url, loaded.format, attributes, source, isMain);
}

// The default load step at the end of the chain of hooks.
function defaultLoad(url, context, attributes) {
  let { format } = context;
  if (stringStartsWith(url, 'node:')) return { format: format ?? 'builtin', source: null };
  const source = stringStartsWith(url, 'data:') ? require('module/esm/data_url').bodyOf(url) : native.readSource(native.fileUrlToPath(url));
  format ??= formatOf(url) ?? null;
  if (format === null) format = binding('module').needsModuleGoal(source) ? 'module' : 'commonjs';
  validateAttributes(url, format, attributes);
  return { format, source };
}

function fromSource(url, format, attributes, source, isMain) {
  const type = attributes?.type;
  switch (format) {
    case 'module':
    case 'module-typescript':
      return new SourceRecord(url, type, jsonParse(native.link(source, url)));
    case 'commonjs':
    case 'commonjs-typescript':
      validateAttributes(url, format, attributes);
      return synthetic().commonJsRecord(url, type, source, isMain);
    case 'json':
      return synthetic().jsonRecord(url, type, source);
    case 'builtin':
      return synthetic().builtinRecord(url, type);
    case 'wasm':
      return require('module/esm/wasm').wasmRecord(url, type, source ?? binding('modules').readBytes(native.fileUrlToPath(url)));
    default: {
      const { ERR_UNKNOWN_MODULE_FORMAT } = require('core/errors').codes;
      throw new ERR_UNKNOWN_MODULE_FORMAT(format, url);
    }
  }
}

module.exports = { read, warnOfMissingType };
