'use strict';
// WebAssembly modules: `import { add } from './sum.wasm'`. Their imports are modules, too, whose namespaces form the import object.

const { SafeMap, SafeSet, SafeWeakMap } = require('core/safe/collections');
const { arrayForEach, arrayMap, stringStartsWith } = require('core/intrinsics');
const { each, keysOf } = require('core/safe/walk');
const globals = require('globals');
const { ModuleRecord } = require('module/esm/record');
const { namespaceOf } = require('module/esm/namespace');

// The exports of each instance: a global that another WebAssembly module imports is passed as it is, live.
const instances = new SafeWeakMap();

class WasmRecord extends ModuleRecord {
  constructor(url, type, module) {
    super(url, type);
    this.module = module;
    const wanted = new SafeSet(arrayMap(globals.WebAssembly.Module.imports(module), (entry) => entry.module));
    this.requests = arrayMap([...each(wanted)], (specifier) => ({ specifier, attributes: [] }));
    this.imports = [];
    this.localExports = new SafeMap(arrayMap(globals.WebAssembly.Module.exports(module), ({ name }) => [name, true]));
    this.indirectExports = [];
    this.starExports = [];
    this.hasTopLevelAwait = false;
    this.env = { __proto__: null };
    for (const name of each(keysOf(this.localExports))) this.env[name] = undefined;
  }

  evaluateSteps(env) {
    warn();
    const imports = {};
    arrayForEach(this.requests, ({ specifier }, index) => { imports[specifier] = importsFrom(this.requested[index], this.module, specifier); });
    const { exports } = new globals.WebAssembly.Instance(this.module, imports);
    instances.set(this, exports);
    for (const { name, kind } of each(globals.WebAssembly.Module.exports(this.module))) {
      env[name] = kind === 'global' ? exports[name].value : exports[name];
    }
  }
}

function importsFrom(record, module, specifier) {
  const namespace = namespaceOf(record);
  const exports = instances.get(record);
  if (exports === undefined) return namespace;
  const mixed = { ...namespace };
  for (const entry of each(globals.WebAssembly.Module.imports(module))) {
    if (entry.module === specifier && entry.kind === 'global') mixed[entry.name] = exports[entry.name];
  }
  return mixed;
}

let hasWarned = false;

function warn() {
  if (hasWarned) return;
  hasWarned = true;
  globals.process.emitWarning(
    'Importing WebAssembly module instances is an experimental feature and might change at any time', 'ExperimentalWarning');
}

function wasmRecord(url, type, bytes) {
  let module;
  try {
    module = new globals.WebAssembly.Module(bytes);
  } catch (error) {
    const name = stringStartsWith(url, 'file:') ? binding('modules').fileUrlToPath(url) : url;
    error.message = `${name}: ${error.message}`;
    throw error;
  }
  return new WasmRecord(url, type, module);
}

module.exports = { wasmRecord };
