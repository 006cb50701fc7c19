'use strict';
// A test or a suite, and how it runs.
//
//   new Test ─▶ queued in its parent while too many are running ─▶ before hooks of the parent, once ─▶ beforeEach
//            ─▶ its function, and the subtests that it starts ─▶ afterEach ─▶ after ─▶ finished: the reporter is notified
//
// Results are reported in the order in which tests were declared (testing/reporting.js), whatever order they end in.

const { sliceOf } = require('core/safe/lists');
const globals = require('globals');
const { promiseAll, promiseResolve, promiseThen, promiseWithResolvers } = require('core/safe/promises');
const { arrayEvery, arrayFilter, arrayMap, arrayPush, arrayShift, arrayUnshift, stringEndsWith } = require('core/intrinsics');
const { each } = require('core/safe/walk');
const { call1, call2 } = require('core/safe/calls');
const { validateFunction, validateNumber, validateAbortSignal, validateUint32 } = require('core/validate');
const { codes, codedError } = require('core/errors');

const INFINITE = Infinity;
const TIMEOUT_MAX = 2 ** 31 - 1;

function failure(message, failureType, cause) {
  const error = codedError('ERR_TEST_FAILURE', Error, message);
  error.failureType = failureType;
  error.cause = cause === undefined ? message : cause;
  return error;
}

class Test {
  constructor({ parent, name, fn, options, location, isSuite = false }) {
    this.parent = parent;
    this.root = parent === null ? this : parent.root;
    this.name = name;
    this.fn = fn;
    this.location = location;
    this.isSuite = isSuite;
    this.nesting = parent === null ? -1 : parent.nesting + 1;
    this.readOptions(options);

    this.subtests = [];
    this.waiting = [];
    this.active = 0;
    this.hooks = {
      before: [],
      after: [],
      beforeEach: parent === null ? [] : sliceOf(parent.hooks.beforeEach),
      afterEach: parent === null ? [] : sliceOf(parent.hooks.afterEach),
    };
    this.diagnostics = [];
    this.assertionPlan = null;
    this.asserted = 0;
    this.mock = null;

    this.started = false;
    this.finished = false;
    this.error = null;
    this.startTime = 0n;
    this.endTime = 0n;
    this.reportedCount = 0;
    this.isStartReported = false;
    this.controller = new globals.AbortController();
    this.completion = promiseWithResolvers();
    if (parent !== null) {
      arrayPush(parent.subtests, this);
      this.number = parent.subtests.length;
    }
  }

  readOptions({ timeout, concurrency, signal, skip, todo, only, plan, expectFailure }) {
    if (timeout != null && timeout !== INFINITE) validateNumber(timeout, 'options.timeout', 0, TIMEOUT_MAX);
    this.timeout = timeout ?? this.parent?.timeout ?? INFINITE;
    this.concurrency = concurrencyOf(concurrency, this.parent);
    if (signal !== undefined) validateAbortSignal(signal, 'options.signal');
    this.outerSignal = signal;
    if (plan !== undefined) validateUint32(plan, 'options.plan');
    this.plan = plan;
    this.skipped = skip !== undefined && skip !== false;
    this.isTodo = (todo !== undefined && todo !== false) || this.parent?.isTodo === true;
    this.message = typeof skip === 'string' ? skip : typeof todo === 'string' ? todo : null;
    this.only = only === true;
    this.expectFailure = expectFailure ? expectFailure : false;
    if (this.parent?.skipped && this.parent.isSuite) this.skipped = true;
  }

  get fullName() {
    return this.parent === null || this.parent.parent === null ? this.name : `${this.parent.fullName} > ${this.name}`;
  }

  get passed() { return this.finished ? this.error === null : arrayEvery(this.subtests, (test) => test.error === null || test.isTodo); }

  get context() {
    if (this.cachedContext === undefined) {
      const { TestContext, SuiteContext } = require('testing/contexts');
      this.cachedContext = this.isSuite ? new SuiteContext(this) : new TestContext(this);
    }
    return this.cachedContext;
  }

  // ---- subtests

  // Starts now, or when an earlier one has ended.
  schedule() {
    const { parent } = this;
    if (parent.active < parent.concurrency) this.start();
    else arrayPush(parent.waiting, this);
    return this.completion.promise;
  }

  start() {
    this.parent.active++;
    promiseThen(this.run(), () => {
      const { parent } = this;
      parent.active--;
      while (parent.waiting.length > 0 && parent.active < parent.concurrency) arrayShift(parent.waiting).start();
      this.completion.resolve();
      if (parent.parent === null && parent.active === 0) parent.runLastHooks();
    });
  }

  // After hooks of the root: a server that one of them closes would otherwise keep the process alive forever.
  runLastHooks() {
    promiseThen(this.runHooks('after', this.context), undefined, (error) => this.fail(error));
  }

  addHook(kind, fn, options) {
    validateFunction(fn, 'fn');
    const hook = { fn, timeout: options?.timeout ?? INFINITE, signal: options?.signal, hasRun: false, owner: this };
    if (kind === 'afterEach') arrayUnshift(this.hooks.afterEach, hook);
    else arrayPush(this.hooks[kind], hook);
    // Subtests declared earlier have their own list already; as in Node, hooks added later run for them, too.
    if (stringEndsWith(kind, 'Each')) for (const test of each(this.subtests)) if (!test.started) test.addInherited(kind, hook);
  }

  addInherited(kind, hook) {
    if (kind === 'afterEach') arrayPush(this.hooks.afterEach, hook);
    else arrayPush(this.hooks.beforeEach, hook);
    for (const test of each(this.subtests)) if (!test.started) test.addInherited(kind, hook);
  }

  async runHooks(kind, context) {
    for (const hook of each(sliceOf(this.hooks[kind]))) {
      if (hook.hasRun) continue;
      if (kind === 'before' || kind === 'after') hook.hasRun = true;
      try {
        await withTimeout(hook.timeout, hook.signal, () => callFunction(hook.fn, context));
      } catch (error) {
        throw failure(`failed running ${kind} hook`, 'hookFailed', error);
      }
    }
  }

  // ---- running

  async run() {
    this.started = true;
    this.startTime = globals.process.hrtime.bigint();
    const { parent } = this;
    try {
      if (this.outerSignal?.aborted) throw failure('test was aborted', 'testAborted', this.outerSignal.reason);
      if (!this.skipped) await this.runBody(parent);
    } catch (error) {
      this.fail(error);
    }
    this.finish();
  }

  async runBody(parent) {
    // No await if there is nothing to wait for: a subtest's function runs within the call of t.test().
    if (parent.hooks.before.length > 0) await parent.runHooks('before', parent.context);
    try {
      if (!this.isSuite && parent.hooks.beforeEach.length > 0) await this.runHooksOfAncestors('beforeEach');
      if (this.skipped) return;
      await this.runFunction();
      this.checkPlan();
    } finally {
      await this.runCleanup();
    }
  }

  runHooksOfAncestors(kind) {
    return call2(Test.prototype.runHooks, { hooks: { [kind]: this.parent.hooks[kind] } }, kind, this.context);
  }

  async runFunction() {
    if (this.isSuite) {
      await this.suiteBody;
      await this.runHooks('before', this.context);
      await promiseAll(arrayMap(this.subtests, (test) => test.schedule()));
    } else if (this.fn !== undefined) {
      const { signal } = this.controller;
      const outer = this.outerSignal === undefined ? signal : globals.AbortSignal.any([signal, this.outerSignal]);
      await withTimeout(this.timeout, outer, () => callFunction(this.fn, this.context));
      // Wait for subtests that were not awaited.
      for (let at = 0; at < this.subtests.length; at++) await this.subtests[at].completion.promise;
      if (this.assertionPlan?.wait) await this.assertionPlan.wait(() => this.asserted + this.subtests.length >= this.assertionPlan.count);
    }
  }

  // Runs whether the test passed or not; the first failure counts.
  async runCleanup() {
    let first;
    for (const step of each([
      () => (this.isSuite || this.skipped ? undefined : this.runHooksOfAncestors('afterEach')),
      () => this.runHooks('after', this.context),
    ])) {
      try {
        await step();
      } catch (error) {
        first ??= error;
      }
    }
    this.mock?.restoreAll();
    if (first !== undefined) throw first;
  }

  checkPlan() {
    const count = this.assertionPlan?.count ?? this.plan;
    if (count === undefined || this.isSuite) return;
    const actual = this.asserted + this.subtests.length;
    if (actual !== count) throw failure(`plan expected ${count} assertions but received ${actual}`, 'testCodeFailure');
  }

  fail(error) {
    if (this.error !== null) return;
    this.error = error?.code === 'ERR_TEST_FAILURE' && error.failureType !== undefined ? error :
      failure(messageOf(error), 'testCodeFailure', error);
  }

  cancel(error = failure('Promise resolution is still pending but the event loop has already resolved', 'cancelledByParent')) {
    if (this.finished) return;
    for (const test of each(this.subtests)) test.cancel();
    this.isCancelled = true;
    this.fail(error);
    this.finish();
    this.completion.resolve();
  }

  finish() {
    if (this.finished) return;
    if (this.startTime === 0n) this.startTime = globals.process.hrtime.bigint();
    this.endTime = globals.process.hrtime.bigint();
    this.finished = true;
    this.countSubtests();
    if (this.expectFailure) this.invertResult();
    this.controller.abort();
    require('testing/reporting').report(this.root);
  }

  countSubtests() {
    const failed = arrayFilter(this.subtests, (test) => test.error !== null && !test.isTodo).length;
    if (failed > 0) this.fail(failure(`${failed} subtest${failed > 1 ? 's' : ''} failed`, 'subtestsFailed'));
  }

  invertResult() {
    if (this.error === null) this.error = failure('test was expected to fail but passed', 'expectedFailure');
    else this.error = null;
  }

  get milliseconds() { return Number(this.endTime - this.startTime) / 1e6; }
}

function concurrencyOf(concurrency, parent) {
  switch (typeof concurrency) {
    case 'number':
      validateUint32(concurrency, 'options.concurrency', true);
      return concurrency;
    case 'boolean':
      return concurrency ? INFINITE : 1;
    default:
      if (concurrency != null) throw new codes.ERR_INVALID_ARG_TYPE('options.concurrency', ['boolean', 'number'], concurrency);
      return parent === null ? 1 : parent.isSuite ? parent.concurrency : 1;
  }
}

// A function with a second parameter takes a callback.
function callFunction(fn, context) {
  if (fn.length < 2) return call1(fn, context, context);
  const { promise, resolve, reject } = promiseWithResolvers();
  let calls = 0;
  const result = call2(fn, context, context, (error) => {
    if (++calls > 1) reject(failure('callback invoked multiple times', 'multipleCallbackInvocations'));
    else if (error) reject(error);
    else resolve();
  });
  if (typeof result?.then === 'function') throw failure('passed a callback but also returned a Promise', 'callbackAndPromisePresent');
  return promise;
}

// Runs a function with a timeout, and until a signal is aborted.
async function withTimeout(timeout, signal, run) {
  if (timeout === INFINITE && signal === undefined) return run();
  const stop = promiseWithResolvers();
  const timer = timeout === INFINITE ? undefined : globals.setTimeout(() => {
    stop.reject(failure(`test timed out after ${timeout}ms`, 'testTimeoutFailure'));
  }, timeout).unref();
  const aborted = () => stop.reject(failure('This operation was aborted', 'testAborted', signal.reason));
  signal?.addEventListener('abort', aborted);
  try {
    return await new __hexloop_promise__((resolve, reject) => {
      promiseThen(promiseResolve(run()), resolve, reject);
      promiseThen(stop.promise, resolve, reject);
    });
  } finally {
    globals.clearTimeout(timer);
    signal?.removeEventListener('abort', aborted);
    promiseThen(stop.promise, undefined, () => {});
  }
}

function messageOf(error) {
  return error?.message ?? require('util').inspect(error);
}

module.exports = { Test, failure, withTimeout };
