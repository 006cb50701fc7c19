'use strict';
// Evaluates a linked graph: the specification's Evaluate, InnerModuleEvaluation and the completion of async modules.
//
// A depth-first walk evaluates each module after its dependencies. Modules in a cycle share a root; a module with top-level await, and
// every module above it, is "async": it gets an order number when the walk leaves it, and is evaluated when its last dependency has
// completed; several that become ready at once are evaluated in the order of their numbers.
//
// The walk has an explicit stack, so import chains may have any length.

const { arrayPop, arrayPush, arraySort, generatorNext, generatorThrow, mathMin } = require('core/intrinsics');
const { SafeSet } = require('core/safe/collections');
const { promiseThen } = require('core/safe/promises');
const { appendAll, each: eachOf } = require('core/safe/walk');
const {
  LINKED, EVALUATING, EVALUATING_ASYNC, EVALUATED, SyntheticRecord,
} = require('module/esm/record');
const { start, finalizeBindings } = require('module/esm/environment');

// `asyncOrder`: 0 is "not async", a positive number is "pending", DONE is "was async and has completed".
const DONE = -1;

let lastOrder = 0;

class Evaluation {
  constructor() {
    this.promise = new __hexloop_promise__((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  }
}

// Returns the promise of the whole graph. Without top-level await it is settled on return.
function evaluate(record) {
  if (record.status >= EVALUATING_ASYNC && record.cycleRoot !== null) record = record.cycleRoot;
  if (record.evaluation !== null) return record.evaluation.promise;
  const evaluation = record.evaluation = new Evaluation();
  const stack = [];
  try {
    walk(record, stack);
    if (record.asyncOrder <= 0) evaluation.resolve();
  } catch (error) {
    for (const unfinished of eachOf(stack)) fail(unfinished, error);
    if (record.failure === null) fail(record, error);
    evaluation.reject(record.failure.value);
  }
  return evaluation.promise;
}

function fail(record, error) {
  record.status = EVALUATED;
  record.failure ??= { value: error };
}

class Step {
  constructor(record) {
    this.record = record;
    this.next = 0;
  }
}

// `stack`: the modules that were entered and whose cycle is not closed yet.
function walk(root, stack) {
  const path = [];
  let index = 0;
  const enter = (record) => {
    if (record.status >= EVALUATING_ASYNC) {
      if (record.failure !== null) throw record.failure.value;
      return false;
    }
    if (record.status === EVALUATING) return false;
    if (record instanceof SyntheticRecord) {
      runSynthetic(record);
      return false;
    }
    record.status = EVALUATING;
    record.dfsIndex = record.dfsAncestor = index++;
    record.pendingDependencies = 0;
    record.asyncParents = [];
    arrayPush(stack, record);
    arrayPush(path, new Step(record));
    return true;
  };
  enter(root);
  while (path.length > 0) {
    const step = path[path.length - 1];
    const { record } = step;
    if (step.next < record.requested.length) {
      const requested = record.requested[step.next++];
      if (!enter(requested)) recordDependency(record, requested);
      continue;
    }
    leave(record, stack);
    arrayPop(path);
    if (path.length > 0) recordDependency(path[path.length - 1].record, record);
  }
}

// Updates a module after one of its dependencies has been visited.
function recordDependency(record, requested) {
  if (requested instanceof SyntheticRecord) return;
  if (requested.status === EVALUATING) {
    record.dfsAncestor = mathMin(record.dfsAncestor, requested.dfsAncestor);
  } else {
    requested = requested.cycleRoot;
    if (requested.failure !== null) throw requested.failure.value;
  }
  if (requested.asyncOrder > 0) {
    record.pendingDependencies++;
    arrayPush(requested.asyncParents, record);
  }
}

function leave(record, stack) {
  if (record.pendingDependencies > 0 || record.hasTopLevelAwait) {
    record.asyncOrder = ++lastOrder;
    if (record.pendingDependencies === 0) runAsync(record);
  } else {
    run(record);
  }
  if (record.dfsAncestor !== record.dfsIndex) return;
  let member;
  do {
    member = arrayPop(stack);
    member.status = member.asyncOrder > 0 ? EVALUATING_ASYNC : EVALUATED;
    member.cycleRoot = record;
  } while (member !== record);
}

function runSynthetic(record) {
  record.status = EVALUATED;
  record.cycleRoot = record;
  try {
    record.evaluateSteps(record.env);
  } catch (error) {
    record.failure = { value: error };
    throw error;
  }
}

function run(record) {
  const generator = start(record);
  if (generator === null) return;
  generatorNext(generator);
  record.generator = null;
  finalizeBindings(record);
}

function runAsync(record) {
  promiseThen(runGenerator(record), () => fulfilled(record), (error) => rejected(record, error));
}

// One await for each of the body: the same number of promise jobs as in V8. The body resumes in its own async context
// (async_context/frame.js).
async function runGenerator(record) {
  const generator = start(record);
  let step = generatorNext(generator);
  while (!step.done) {
    const context = __hexloop_context__;
    let value;
    try {
      value = await __hexloop_pass__(step.value);
    } catch (error) {
      __hexloop_caught__(context);
      step = generatorThrow(generator, error);
      continue;
    }
    __hexloop_caught__(context);
    step = generatorNext(generator, value);
  }
  record.generator = null;
  finalizeBindings(record);
}

function fulfilled(record) {
  // Changes of the async context by the body end with it.
  __hexloop_caught__(null);
  if (record.status === EVALUATED) return;
  finish(record);
  const ready = arraySort(readyAncestors(record), (a, b) => a.asyncOrder - b.asyncOrder);
  for (const ancestor of eachOf(ready)) {
    if (ancestor.status === EVALUATED) continue;
    if (ancestor.hasTopLevelAwait) {
      runAsync(ancestor);
      continue;
    }
    try {
      run(ancestor);
    } catch (error) {
      rejected(ancestor, error);
      continue;
    }
    finish(ancestor);
  }
}

function finish(record) {
  record.asyncOrder = DONE;
  record.status = EVALUATED;
  record.evaluation?.resolve();
}

// The modules that waited only for `record`, and those that wait only for them.
function readyAncestors(record) {
  const ready = new SafeSet();
  const pending = [record];
  while (pending.length > 0) {
    for (const parent of eachOf(arrayPop(pending).asyncParents)) {
      if (ready.has(parent) || parent.cycleRoot.failure !== null) continue;
      if (--parent.pendingDependencies > 0) continue;
      ready.add(parent);
      if (!parent.hasTopLevelAwait) arrayPush(pending, parent);
    }
  }
  return [...eachOf(ready)];
}

// The error of a module is the error of every module that waits for it.
function rejected(first, error) {
  const failed = [first];
  for (const record of eachOf(failed)) {
    if (record.status === EVALUATED) continue;
    record.asyncOrder = DONE;
    fail(record, error);
    appendAll(failed, eachOf(record.asyncParents));
    record.evaluation?.reject(error);
  }
}

// Whether any module of the graph has a top-level await. The graph must be linked.
function isAsyncGraph(record) {
  const seen = new SafeSet([record]);
  for (const each of eachOf(seen)) {
    if (each.hasTopLevelAwait) return true;
    for (const requested of eachOf(each.requested)) seen.add(requested);
  }
  return false;
}

module.exports = { evaluate, isAsyncGraph, LINKED };
