'use strict';
// Running a linked graph: the specification's Evaluate, InnerModuleEvaluation and what follows an asynchronous module.
//
// A depth-first walk runs each module after those it requests. Modules in a cycle share a root; a module with top-level await,
// and every module above it, is "async": it gets a number in the order in which the walk left it, and when the
// last module it waits for is done, it runs; several that become ready at once run in the order of their numbers.
//
// The walk keeps its own stack, so a chain of any length can be imported.

const { arrayPop, arrayPush, arraySort, generatorNext, generatorThrow, mathMin } = require('core/intrinsics');
const { SafeSet } = require('core/safe/collections');
const { promiseThen } = require('core/safe/promises');
const { appendAll, each: eachOf } = require('core/safe/walk');
const {
  LINKED, EVALUATING, EVALUATING_ASYNC, EVALUATED, SyntheticRecord,
} = require('module/esm/record');
const { start, finalizeBindings } = require('module/esm/environment');

// `asyncOrder`: 0 is "not async", a positive number is "waits", DONE is "was async and is over".
const DONE = -1;

let lastOrder = 0;

class Evaluation {
  constructor() {
    this.promise = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  }
}

// The promise of the whole graph below `record`. For a graph without top-level await it is settled on return.
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

// What a module learns of one it requests, once that has been walked.
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

// One await for each that the body has: as many promise jobs as V8 takes. The body goes on in the async context that it
// had (async_context/frame.js).
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
  // What the body did to the async context ends with it.
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

// The modules that waited for nothing but `record`, and those that wait for nothing but them.
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

// A module's error is that of every module that waits for it.
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

// Whether anything at or below `record` awaits at its top level. The graph must be linked.
function isAsyncGraph(record) {
  const seen = new SafeSet([record]);
  for (const each of eachOf(seen)) {
    if (each.hasTopLevelAwait) return true;
    for (const requested of eachOf(each.requested)) seen.add(requested);
  }
  return false;
}

module.exports = { evaluate, isAsyncGraph, LINKED };
