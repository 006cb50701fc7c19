'use strict';
// WebAssembly modules: `import { add } from './sum.wasm'`. Their imports are modules, too, whose namespaces form the import object.

const { ModuleRecord } = require('module/esm/record');
const { namespaceOf } = require('module/esm/namespace');

// The exports of each instance: a global that another WebAssembly module imports is passed as it is, live.
const instances = new WeakMap();

class WasmRecord extends ModuleRecord {
  constructor(url, type, module) {
    super(url, type);
    this.module = module;
    const wanted = new Set(WebAssembly.Module.imports(module).map((entry) => entry.module));
    this.requests = [...wanted].map((specifier) => ({ specifier, attributes: [] }));
    this.imports = [];
    this.localExports = new Map(WebAssembly.Module.exports(module).map(({ name }) => [name, true]));
    this.indirectExports = [];
    this.starExports = [];
    this.hasTopLevelAwait = false;
    this.env = { __proto__: null };
    for (const name of this.localExports.keys()) this.env[name] = undefined;
  }

  evaluateSteps(env) {
    warn();
    const imports = {};
    this.requests.forEach(({ specifier }, index) => { imports[specifier] = importsFrom(this.requested[index], this.module, specifier); });
    const { exports } = new WebAssembly.Instance(this.module, imports);
    instances.set(this, exports);
    for (const { name, kind } of WebAssembly.Module.exports(this.module)) {
      env[name] = kind === 'global' ? exports[name].value : exports[name];
    }
  }
}

function importsFrom(record, module, specifier) {
  const namespace = namespaceOf(record);
  const exports = instances.get(record);
  if (exports === undefined) return namespace;
  const mixed = { ...namespace };
  for (const entry of WebAssembly.Module.imports(module)) {
    if (entry.module === specifier && entry.kind === 'global') mixed[entry.name] = exports[entry.name];
  }
  return mixed;
}

let hasWarned = false;

function warn() {
  if (hasWarned) return;
  hasWarned = true;
  process.emitWarning(
    'Importing WebAssembly module instances is an experimental feature and might change at any time', 'ExperimentalWarning');
}

function wasmRecord(url, type, bytes) {
  let module;
  try {
    module = new WebAssembly.Module(bytes);
  } catch (error) {
    const name = url.startsWith('file:') ? binding('modules').fileUrlToPath(url) : url;
    error.message = `${name}: ${error.message}`;
    throw error;
  }
  return new WasmRecord(url, type, module);
}

module.exports = { wasmRecord };
