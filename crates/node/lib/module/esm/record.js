'use strict';
// What the loader knows of one module: the specification's Module Record.
//
// A source text module has been read and rewritten by crates/source (bindings/modules.rs keeps its text, under `handle`).
// Everything else (CommonJS, JSON, built-ins, WebAssembly) is synthetic: a list of names and a function that gives them values.
//
// THE ENVIRONMENT. The rewritten text reads an imported name as a property of `env`, an object without a prototype that has
// one property per exported name:
//
//   before its body has run     getters over the module's own variables, which throw in the dead zone
//   afterwards                  plain values for what is never assigned again, getters for what is (see environment.js)

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
    // `{ value }` once evaluation has thrown: every later import throws the same value.
    this.failure = null;
    // The records of `requests`, in the same order; null until the graph below is loaded.
    this.requested = null;
    this.env = null;
    this.namespace = null;
    this.resolved = null;
    this.names = null;
    // The promise of linking with this module as the root of the graph.
    this.linking = null;
    this.isCommonJs = false;
    // Evaluation: the specification's fields, see evaluate.js.
    this.evaluation = null;
    this.dfsIndex = 0;
    this.dfsAncestor = 0;
    this.cycleRoot = null;
    this.asyncOrder = 0;
    this.pendingDependencies = 0;
    this.asyncParents = null;
  }
}

// A program may have put setters for `type`, `imports` and their like on Object.prototype.
objectSetPrototypeOf(ModuleRecord.prototype, null);

const NO_REQUESTS = [];

class SourceRecord extends ModuleRecord {
  // `linked` is what bindings/modules.rs answers: see `Linked` in crates/source/src/modules.
  constructor(url, type, linked) {
    super(url, type);
    this.handle = linked.handle;
    this.requests = linked.requests;
    this.imports = linked.imports;
    // By their names, whether the value is final once the body has run.
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
    // The body that has begun, of a module in a cycle or with top-level await.
    this.generator = null;
    // Where the body waits: the last top-level await that it came to.
    this.awaitPosition = { line: 1, column: 1 };
  }
}

class SyntheticRecord extends ModuleRecord {
  // `evaluate(env)` gives the names their values; they are undefined before.
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
