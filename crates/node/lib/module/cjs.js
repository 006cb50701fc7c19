'use strict';
// CommonJS: require() of files, JSON, folders and built-ins. (ES modules and the full resolution are issue 3.)

const native = binding('module');
const { stat, realpath, readText, compile, needsModuleGoal, isPublic, resolvePath } = native;

let mainModule;

class Module {
  #paths;

  constructor(id = '', parent) {
    this.id = id;
    this.path = dirname(id);
    this.exports = {};
    this.filename = null;
    this.loaded = false;
    this.children = [];
    Object.defineProperty(this, 'parent', { __proto__: null, value: parent, writable: true, configurable: true });
    if (parent?.children) parent.children.push(this);
  }

  require(id) {
    if (typeof id !== 'string') {
      const { ERR_INVALID_ARG_TYPE } = require('core/errors').codes;
      throw new ERR_INVALID_ARG_TYPE('id', 'string', id);
    }
    if (id === '') {
      const { ERR_INVALID_ARG_VALUE } = require('core/errors').codes;
      throw new ERR_INVALID_ARG_VALUE('id', id, 'must be a non-empty string');
    }
    return Module._load(id, this, false);
  }

  load(filename) {
    this.filename = filename;
    Module._extensions[extensionOf(filename)](this, filename);
    this.loaded = true;
  }

  // The node_modules folders that are searched; few modules ask.
  get paths() {
    return this.#paths ??= this.filename === null ? [] : Module._nodeModulePaths(dirname(this.filename));
  }

  set paths(paths) {
    this.#paths = paths;
  }

  _compile(content, filename) {
    const wrapper = compile(content, filename);
    return wrapper.call(this.exports, this.exports, makeRequire(this), this, filename, dirname(filename));
  }
}

Module._cache = { __proto__: null };
Module._pathCache = { __proto__: null };
Module.Module = Module;
Object.defineProperty(Module, 'builtinModules', {
  __proto__: null,
  configurable: true,
  enumerable: true,
  get: () => native.publicModules(),
});
Module.isBuiltin = (name) => isBuiltin(String(name));
Module.globalPaths = [];

Module._extensions = {
  __proto__: null,
  '.js'(module, filename) {
    const source = readText(filename);
    if (mainModule === module && needsModuleGoal(source, filename)) require('module/esm').runAsModule(source, `file://${filename}`);
    else module._compile(source, filename);
  },
  '.json'(module, filename) {
    const text = readText(filename);
    try {
      module.exports = JSON.parse(text.charCodeAt(0) === 0xFEFF ? text.slice(1) : text);
    } catch (error) {
      require('core/stack').normalize(error);
      const { message } = error;
      error.message = `${filename}: ${message}`;
      error.stack = error.stack.replace(message, () => error.message);
      throw error;
    }
  },
};

Module._extensions['.mjs'] = Module._extensions['.js'];

function extensionOf(filename) {
  const base = filename.slice(filename.lastIndexOf('/') + 1);
  for (let dot = base.indexOf('.', 1); dot !== -1; dot = base.indexOf('.', dot + 1)) {
    const extension = base.slice(dot);
    if (Module._extensions[extension] !== undefined) return extension;
  }
  return '.js';
}

function dirname(path) {
  const slash = path.lastIndexOf('/');
  if (slash === -1) return '.';
  return slash === 0 ? '/' : path.slice(0, slash);
}

function isBuiltin(id) {
  return isPublic(id.startsWith('node:') ? id.slice(5) : id);
}

Module._load = function _load(request, parent, isMain) {
  if (request.startsWith('node:')) {
    if (isBuiltin(request)) return require(request.slice(5));
    const { ERR_UNKNOWN_BUILTIN_MODULE } = require('core/errors').codes;
    const error = new ERR_UNKNOWN_BUILTIN_MODULE(request);
    if (require('module/resolve').isNotYetBuilt(request)) error.message += ' (Node has it, Hexloop does not yet)';
    throw error;
  }
  if (!isRelative(request) && isPublic(request)) return require(request);
  const filename = Module._resolveFilename(request, parent, isMain);
  const cached = Module._cache[filename];
  if (cached !== undefined) {
    if (parent?.children && !parent.children.includes(cached)) parent.children.push(cached);
    return cached.exports;
  }
  const module = new Module(filename, parent);
  if (isMain) {
    mainModule = module;
    module.id = '.';
  }
  Module._cache[filename] = module;
  let failed = true;
  try {
    module.load(filename);
    failed = false;
  } finally {
    if (failed) {
      delete Module._cache[filename];
      const at = parent?.children ? parent.children.indexOf(module) : -1;
      if (at !== -1) parent.children.splice(at, 1);
    }
  }
  return module.exports;
};

// Finding files is in module/resolve.js: a program that requires nothing but built-ins does not load it.
Module._resolveFilename = function _resolveFilename(request, parent, isMain, options) {
  if (!isRelative(request) && !request.startsWith('/') && isBuiltin(request)) return request;
  return require('module/resolve').resolveFilename(Module, request, parent, options);
};
Module._findPath = function _findPath(request, paths) {
  return require('module/resolve').findPath(Module, request, paths);
};
Module._nodeModulePaths = function _nodeModulePaths(from) {
  return require('module/resolve').nodeModulePaths(from);
};

function isRelative(request) {
  return request === '.' || request === '..' || request.startsWith('./') || request.startsWith('../');
}

function makeRequire(module) {
  function require(path) {
    return module.require(path);
  }
  require.resolve = function resolve(request, options) {
    return Module._resolveFilename(request, module, false, options);
  };
  require.resolve.paths = function paths(request) {
    if (isBuiltin(request)) return null;
    return isRelative(request) ? [dirname(module.filename ?? '.')] : module.paths;
  };
  require.main = mainModule;
  require.extensions = Module._extensions;
  require.cache = Module._cache;
  return require;
}

// The program itself. The command has found the file already, so only a folder needs the search.
function runFile(path) {
  if (stat(path) !== 0) {
    Module._load(resolvePath('', path), null, true);
    return;
  }
  const filename = realpath(path);
  mainModule = new Module(filename, null);
  mainModule.id = '.';
  Module._cache[filename] = mainModule;
  mainModule.load(filename);
}

module.exports = {
  Module, runFile, makeRequire, isBuiltin, dirname, isRelative,
  get mainModule() { return mainModule; },
  set mainModule(module) { mainModule = module; },
};
