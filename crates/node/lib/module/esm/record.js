'use strict';
// Module records, as in the specification.
//
// A source text module has been read and rewritten by crates/source (bindings/modules.rs keeps its source, under `handle`). Everything
// else (CommonJS, JSON, built-ins, WebAssembly) is synthetic: a list of names and a function that sets their values.
//
// THE ENVIRONMENT. The rewritten source reads an imported name as a property of `env`, an object without a prototype that has one
// property per exported name:
//
//   before evaluation     getters over the module's own variables, which throw in the temporal dead zone
//   afterwards            plain values for bindings that are never assigned again, getters for others (see environment.js)

const { objectSetPrototypeOf } = require('core/intrinsics');
const { SafeMap } = require('core/safe/collections');
const { each } = require('core/safe/walk');

const UNLINKED = 0;
const LINKED = 1;
const EVALUATING = 2;
const EVALUATING_ASYNC = 3;
const EVALUATED = 4;

class ModuleRecord {
  constructor(url, type) {
    this.url = url;
    this.type = type;
    this.status = UNLINKED;
    // `{ value }` if evaluation threw: every later import throws the same value.
    this.failure = null;
    // The records of `requests`, in the same order; null until the dependencies are loaded.
    this.requested = null;
    this.env = null;
    this.namespace = null;
    this.resolved = null;
    this.names = null;
    // The promise of linking with this module as the root.
    this.linking = null;
    this.isCommonJs = false;
    // Of a vm.SourceTextModule: its import.meta, import() and context (vm/modules.js).
    this.owner = null;
    // Evaluation: the fields of the specification, see evaluate.js.
    this.evaluation = null;
    this.dfsIndex = 0;
    this.dfsAncestor = 0;
    this.cycleRoot = null;
    this.asyncOrder = 0;
    this.pendingDependencies = 0;
    this.asyncParents = null;
  }
}

// A program may have defined setters for `type`, `imports` and so on, on Object.prototype.
objectSetPrototypeOf(ModuleRecord.prototype, null);

const NO_REQUESTS = [];

class SourceRecord extends ModuleRecord {
  // `linked` is the result of bindings/modules.rs: see `Linked` in crates/source/src/modules.
  constructor(url, type, linked) {
    super(url, type);
    this.handle = linked.handle;
    this.requests = linked.requests;
    this.imports = linked.imports;
    // By name: whether the value is final when the body has completed.
    this.localExports = new SafeMap();
    for (const name of each(linked.constants)) this.localExports.set(name, true);
    for (const name of each(linked.variables)) this.localExports.set(name, false);
    this.indirectExports = linked.indirectExports;
    this.starExports = linked.starExports;
    this.namespaces = linked.namespaces;
    this.hasTopLevelAwait = linked.topLevelAwait;
    this.usesImport = linked.dynamicImport;
    this.usesMeta = linked.importMeta;
    this.isMain = false;
    // The running body of a module in a cycle or with top-level await.
    this.generator = null;
    // The position of the last top-level await that was reached.
    this.awaitPosition = { line: 1, column: 1 };
  }
}

class SyntheticRecord extends ModuleRecord {
  // `evaluate(env)` sets the values of the names; they are undefined before.
  constructor(url, type, names, evaluate) {
    super(url, type);
    this.requests = NO_REQUESTS;
    this.requested = [];
    this.exportNames = names;
    this.evaluateSteps = evaluate;
    this.hasTopLevelAwait = false;
    const env = { __proto__: null };
    for (const name of each(names)) env[name] = undefined;
    this.env = env;
  }
}

module.exports = {
  UNLINKED, LINKED, EVALUATING, EVALUATING_ASYNC, EVALUATED,
  ModuleRecord, SourceRecord, SyntheticRecord,
};
