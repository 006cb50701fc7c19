'use strict';
// The bare `Module`: module objects before anything is required.
//
// Every program loads this file, and many require only built-ins or nothing at all, so it contains only the visible parts of a
// module and its `require`. The steps from a request to its exports are in module/cjs.js, which is loaded with the first one;
// lib/module.js completes `Module`, and is loaded by any access to it (`require('module')` or `module.constructor`).

const native = binding('module');

// Node's names, which are visible when a module is printed.
const kIsMain = Symbol('kIsMainSymbol');
const kIsCachedByESMLoader = Symbol('kIsCachedByESMLoader');
const kURL = Symbol('kURL');
const kFormat = Symbol('kFormat');
const kIsExecuting = Symbol('kIsExecuting');

// In Node the parent is not a property, so that printing a module does not print a chain of them.
const parents = new WeakMap();
// As own methods: a program may have replaced those of the prototype later.
parents.get = parents.get;
parents.set = parents.set;
const { call: engineCall, defineProperty } = require('engine');
const { slice } = String.prototype;

// Defines an own property, even if a program has defined a setter of that name on Object.prototype.
const defineOwn = (object, name, value) => defineProperty(object, name, {
  __proto__: null, value, writable: true, enumerable: true, configurable: true,
});

function Module(id = '', parent) {
  this.id = id;
  defineOwn(this, 'path', dirname(id));
  defineOwn(this, 'exports', {});
  parents.set(this, parent);
  const siblings = parent?.children;
  if (siblings) siblings[siblings.length] = this;
  this.filename = null;
  this.loaded = false;
  this.children = [];
}

Module._cache = { __proto__: null };
Module._extensions = { __proto__: null };

const hiddenAccessor = (get, set) => ({ __proto__: null, get, set, enumerable: false, configurable: false });
Object.defineProperties(Module.prototype, {
  constructor: hiddenAccessor(() => require('module'), undefined),
  isPreloading: hiddenAccessor(() => exports.isPreloading, undefined),
  parent: hiddenAccessor(function () { return parents.get(this); }, function (parent) { parents.set(this, parent); }),
});
Module.prototype.load = function (filename) { require('module/cjs').load(this, filename); };
Module.prototype.require = function (id) { return require('module/cjs').requireFrom(this, id); };
Module.prototype._compile = function (content, filename, format) {
  return require('module/compile').compileSource(this, content, filename, format);
};

Module._extensions['.js'] = (0, function (module, filename) { require('module/extensions').loadJavaScript(module, filename); });
Module._extensions['.json'] = (0, function (module, filename) { require('module/extensions').loadJson(module, filename); });
Module._extensions['.node'] = (0, function (module, filename) { require('module/extensions').loadAddon(module, filename); });

// Creates the module of a file and adds it to the cache before it is evaluated. `url` and `format` come from resolve hooks.
function registerModule(filename, parent, isMain, url, format) {
  const module = new Module(filename, parent);
  if (isMain) {
    exports.mainModule = module;
    module.id = '.';
  }
  module[kIsMain] = isMain === true;
  module[kIsCachedByESMLoader] = false;
  module[kURL] = url;
  module[kFormat] = format;
  return Module._cache[filename] = module;
}

// The `require` of a module.
function makeRequire(module) {
  function require(path) {
    return module.require(path);
  }
  require.resolve = function resolve(request, options) { return requireFunction().resolve(module, request, options); };
  require.resolve.paths = function paths(request) { return requireFunction().paths(module, request); };
  defineOwn(require, 'main', exports.mainModule);
  require.extensions = Module._extensions;
  require.cache = Module._cache;
  return require;
}

const requireFunction = () => require('module/require_function');

// module._compile() of a file whose source no program needs: it stays in Rust. `format` undefined: the syntax decides.
function compileFile(module, filename, format) {
  let compiled;
  try {
    compiled = native.compileFile(filename, format);
  } catch (error) {
    require('module/compile').warnIfModule(error, filename, format);
    throw error;
  }
  if (compiled === undefined) require('module/compile').loadModule(module, filename, native.readSource(filename), 'module');
  else call(module, compiled.length === 1 ? require('module/compile').withImporter(compiled, filename) : compiled, filename);
}

// Calls the compiled function of a file.
function call(module, compiled, filename) {
  const { exports } = module;
  module[kIsExecuting] = true;
  let result;
  if (compiled.call === engineCall) {
    result = compiled.call(exports, exports, makeRequire(module), module, filename, dirname(filename));
  } else {
    const args = [exports, makeRequire(module), module, filename, dirname(filename)];
    result = require('core/intrinsics').reflectApply(compiled, exports, args);
  }
  module[kIsExecuting] = false;
  return result;
}

function dirname(path) {
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end--;
  let slash = end - 1;
  while (slash >= 0 && path[slash] !== '/') slash--;
  if (slash < 0) return '.';
  if (slash === 0) return '/';
  return slice.call === engineCall ? slice.call(path, 0, slash) : require('core/intrinsics').stringSlice(path, 0, slash);
}

Object.assign(exports, {
  Module, registerModule, makeRequire, compileFile, call, dirname, kIsMain, kIsCachedByESMLoader, kURL, kFormat, kIsExecuting,
  mainModule: undefined, isPreloading: false,
});
