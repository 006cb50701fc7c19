'use strict';
// CommonJS: `Module`, and what happens between require() and module.exports.
//
//   require(x) ─▶ module.require ─▶ Module._load ─┬─▶ Module._resolveFilename     which file?          module/resolve.js
//                                                 ├─▶ Module._cache               seen before?
//                                                 └─▶ module.load ─▶ Module._extensions['.js']         module/extensions.js
//                                                       ─▶ module._compile ─▶ the file's function      module/compile.js
//
// Each of these is a property that programs replace (proxyquire, pirates, module-alias, rewire, ts-node …), so each step is
// looked up on Module when it is taken. Where nobody has replaced the steps between, a file is found, and read and compiled,
// with one crossing into Rust each.
//
// Every program loads this file; few use more of node:module than require(). So Module is bare here. lib/module.js gives it the
// rest, and whoever gets hold of Module (by `require('module')` or `module.constructor`) comes by there.

const native = binding('module');

// Node's names: they show when a module is printed.
const kIsMain = Symbol('kIsMainSymbol');
const kIsCachedByESMLoader = Symbol('kIsCachedByESMLoader');
const kURL = Symbol('kURL');
const kFormat = Symbol('kFormat');
const kIsExecuting = Symbol('kIsExecuting');

let mainModule;
let isPreloading = false;
// module/hooks.js, while a program has hooks registered.
let hooks = null;

// A module's parent is no property of it in Node, so that printing a module prints no chain of them.
const parents = new WeakMap();

function Module(id = '', parent) {
  this.id = id;
  this.path = dirname(id);
  this.exports = {};
  parents.set(this, parent);
  adopt(parent, this, false);
  this.filename = null;
  this.loaded = false;
  this.children = [];
}

Module._cache = { __proto__: null };
Module._pathCache = { __proto__: null };
Module._extensions = { __proto__: null };
Module.globalPaths = [];

const hidden = (get, set) => ({ __proto__: null, get, set, enumerable: false, configurable: false });
Object.defineProperties(Module.prototype, {
  constructor: hidden(() => require('module'), undefined),
  isPreloading: hidden(() => isPreloading, undefined),
  parent: hidden(function () { return parents.get(this); }, function (parent) { parents.set(this, parent); }),
});

Module.prototype.load = function (filename) {
  this.filename ??= filename;
  this.paths ??= Module._nodeModulePaths(dirname(filename));
  Module._extensions[extensionOf(filename)](this, filename);
  this.loaded = true;
};

Module.prototype.require = function (id) {
  if (typeof id !== 'string') {
    const { ERR_INVALID_ARG_TYPE } = require('core/errors').codes;
    throw new ERR_INVALID_ARG_TYPE('id', 'string', id);
  }
  if (id === '') {
    const { ERR_INVALID_ARG_VALUE } = require('core/errors').codes;
    throw new ERR_INVALID_ARG_VALUE('id', id, 'must be a non-empty string');
  }
  return Module._load(id, this, false);
};

Module.prototype._compile = function (content, filename, format) {
  return require('module/compile').compileText(this, content, filename, format);
};

// ---- loading

// Where a request led before, by the folder that asked and the request. A module that is still cached then needs no search,
// and neither hooks nor replaced functions hear of it, as in Node.
const led = new Map();

Module._load = function (request, parent, isMain) {
  let key;
  if (parent) {
    key = `${parent.path}\0${request}`;
    const filename = led.get(key);
    if (filename !== undefined) {
      const known = Module._cache[filename];
      if (known !== undefined) return exportsOf(known, parent);
      led.delete(key);
    }
  }
  if (hooks !== null) return hooks.load(request, parent, isMain, key);
  if (request.startsWith('node:')) return loadBuiltin(request);
  const filename = Module._resolveFilename(request, parent, isMain);
  const known = Module._cache[filename];
  if (known !== undefined) return exportsOf(known, parent);
  if (filename.charCodeAt(0) !== 0x2F /* / */ && isBuiltin(filename)) return loadBuiltin(filename);
  return loadFile(filename, parent, isMain, key, undefined, undefined);
};

// `url` and `format` are what resolve hooks said.
function loadFile(filename, parent, isMain, key, url, format) {
  const module = new Module(filename, parent);
  if (isMain) {
    mainModule = module;
    module.id = '.';
  }
  module[kIsMain] = isMain === true;
  module[kIsCachedByESMLoader] = false;
  module[kURL] = url;
  module[kFormat] = format;
  Module._cache[filename] = module;
  if (key !== undefined) led.set(key, filename);
  let failed = true;
  try {
    module.load(filename);
    failed = false;
  } finally {
    if (failed) forget(module, filename, parent, key);
    else if (circular !== null) circular.done(module.exports);
  }
  return module.exports;
}

// A CommonJS file that `import` asks for. Hooks have had their say of it already, and `source` is what came of that.
function loadImported(filename, isMain, url, source) {
  if (hooks === null) return Module._load(filename, undefined, isMain);
  const known = Module._cache[filename];
  if (known !== undefined) return exportsOf(known, undefined);
  if (source !== undefined) hooks.remember(filename, source);
  return loadFile(filename, undefined, isMain, undefined, url, 'commonjs');
}

// A module that threw was never there: the next require() tries again.
function forget(module, filename, parent, key) {
  delete Module._cache[filename];
  led.delete(key);
  const children = parent?.children;
  const at = Array.isArray(children) ? children.indexOf(module) : -1;
  if (at !== -1) children.splice(at, 1);
}

// module/circular.js, once somebody has required a module that is still loading.
let circular = null;

function exportsOf(module, parent) {
  adopt(parent, module, true);
  if (module.loaded) return module.exports;
  circular ??= require('module/circular');
  return circular.exportsSoFar(module);
}

function adopt(parent, module, mayKnow) {
  const children = parent?.children;
  if (children && !(mayKnow && children.includes(module))) children.push(module);
}

// ---- built-in modules

function isBuiltin(id) {
  return native.isPublic(id.startsWith('node:') ? id.slice(5) : id);
}

function loadBuiltin(id) {
  const name = id.startsWith('node:') ? id.slice(5) : id;
  if (native.isPublic(name)) return require(name);
  throw require('module/resolve').unknownBuiltin(id);
}

// ---- what is not loaded before it is used

// A program that requires nothing but built-ins needs no search.
Module._resolveFilename = function (request, parent, isMain, options) {
  if (typeof request !== 'string') require('core/validate').validateString(request, 'request');
  if (request.charCodeAt(0) !== 0x2E /* . */ && request.charCodeAt(0) !== 0x2F /* / */ && isBuiltin(request)) return request;
  return require('module/resolve').resolveFilename(request, parent, isMain, options);
};
Module._findPath = function (request, paths, isMain) {
  return require('module/resolve').findPath(request, paths, isMain);
};
Module._nodeModulePaths = function (from) {
  if (typeof from !== 'string') require('core/validate').validateString(from, 'paths[0]');
  let paths = upwards.get(from);
  if (paths === undefined) upwards.set(from, paths = foldersUpwards(native.resolvePath('', from)));
  return paths.slice();
};
Module._resolveLookupPaths = function (request, parent) {
  return require('module/lookup_paths').resolveLookupPaths(request, parent);
};

// The node_modules folders from a folder upwards. Handed out as copies: programs push to module.paths.
const upwards = new Map();

function foldersUpwards(folder) {
  const paths = [];
  for (let at = folder; at !== '' && at !== '/'; at = at.slice(0, at.lastIndexOf('/'))) {
    if (!at.endsWith('/node_modules')) paths.push(`${at}/node_modules`);
  }
  paths.push('/node_modules');
  return paths;
}

const { _resolveFilename, _findPath, _nodeModulePaths, _resolveLookupPaths } = Module;
const { _compile } = Module.prototype;

// Whether the program has left the steps between a request and its file as they are.
function isSearchPristine() {
  return Module._findPath === _findPath && Module._resolveLookupPaths === _resolveLookupPaths;
}

Module._extensions['.js'] = (0, function (module, filename) {
  require('module/extensions').loadJavaScript(module, filename);
});
Module._extensions['.json'] = (0, function (module, filename) {
  require('module/extensions').loadJson(module, filename);
});
Module._extensions['.node'] = (0, function (module, filename) {
  require('module/extensions').loadAddon(module, filename);
});

// The longest one that is registered: `.foo.bar` before `.bar`. A name that begins with a dot is not all extension.
function extensionOf(filename) {
  const start = filename.lastIndexOf('/') + 1;
  for (let dot = filename.indexOf('.', start); dot !== -1; dot = filename.indexOf('.', dot + 1)) {
    if (dot === start) continue;
    const extension = filename.slice(dot);
    if (Module._extensions[extension]) return extension;
  }
  return '.js';
}

function dirname(path) {
  let end = path.length;
  while (end > 1 && path.charCodeAt(end - 1) === 0x2F /* / */) end--;
  const slash = path.lastIndexOf('/', end - 1);
  if (slash === -1) return '.';
  return slash === 0 ? '/' : path.slice(0, slash);
}

module.exports = {
  Module, isBuiltin, loadBuiltin, loadFile, loadImported, exportsOf, extensionOf, dirname, isSearchPristine,
  kIsMain, kIsCachedByESMLoader, kURL, kFormat, kIsExecuting,
  originals: { _resolveFilename, _findPath, _nodeModulePaths, _resolveLookupPaths, _compile },
  get mainModule() { return mainModule; },
  set mainModule(module) { mainModule = module; },
  get hooks() { return hooks; },
  set hooks(active) { hooks = active; },
  set isPreloading(value) { isPreloading = value; },
};
