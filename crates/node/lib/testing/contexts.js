'use strict';
// The contexts passed to the functions of tests (`t`) and suites.

const { arrayPush, reflectApply } = require('core/intrinsics');
const globals = require('globals');
const { SafeMap } = require('core/safe/collections');
const { each } = require('core/safe/walk');
const { validateUint32, validateFunction, validateObject, validateNumber } = require('core/validate');

class Context {
  #test;

  constructor(test) { this.#test = test; }

  get signal() { return this.#test.controller.signal; }
  get name() { return this.#test.name; }
  get filePath() { return this.#test.location?.file; }
  get fullName() { return this.#test.fullName; }
  get passed() { return this.#test.passed; }
  get attempt() { return 0; }

  diagnostic(message) { arrayPush(this.#test.diagnostics, message); }
}

class SuiteContext extends Context {
  constructor(test) { super(test); }
}

class TestContext extends Context {
  #test;
  #assert;

  constructor(test) {
    super(test);
    this.#test = test;
  }

  get error() { return this.#test.error; }

  get assert() { return this.#assert ??= assertions(this.#test); }

  get mock() {
    const { MockTracker } = require('testing/mock');
    return this.#test.mock ??= new MockTracker();
  }

  plan(count, options = {}) {
    if (this.#test.assertionPlan !== null) throw require('testing/test').failure('cannot set plan more than once', 'testCodeFailure');
    validateUint32(count, 'count');
    validateObject(options, 'options');
    this.#test.assertionPlan = { count, wait: options.wait === undefined || options.wait === false ? undefined : createPlanWaiter(this.#test, options.wait) };
  }

  runOnly(value) { this.#test.runsOnly = Boolean(value); }

  skip(message) {
    this.#test.skipped = true;
    this.#test.message = typeof message === 'string' ? message : this.#test.message;
  }

  todo(message) {
    this.#test.isTodo = true;
    this.#test.message = typeof message === 'string' ? message : this.#test.message;
  }

  test(name, options, fn) {
    return require('testing/declare').declare({ parent: this.#test, name, options, fn }).schedule();
  }

  before(fn, options) { this.#test.addHook('before', fn, options); }
  after(fn, options) { this.#test.addHook('after', fn, options); }
  beforeEach(fn, options) { this.#test.addHook('beforeEach', fn, options); }
  afterEach(fn, options) { this.#test.addHook('afterEach', fn, options); }

  // Polls until the condition does not throw.
  async waitFor(condition, options = {}) {
    validateFunction(condition, 'condition');
    validateObject(options, 'options');
    const { interval = 50, timeout = 1000 } = options;
    validateNumber(interval, 'options.interval', 0, 2 ** 31 - 1);
    validateNumber(timeout, 'options.timeout', 0, 2 ** 31 - 1);
    const { setTimeout: sleep } = require('timers/promises');
    const end = globals.performance.now() + timeout;
    for (;;) {
      try {
        return await condition();
      } catch (error) {
        if (globals.performance.now() + interval > end) throw new Error('waitFor() timed out', { cause: error });
      }
      await sleep(interval);
    }
  }
}

const ASSERTIONS = [
  'deepEqual', 'deepStrictEqual', 'doesNotMatch', 'doesNotReject', 'doesNotThrow', 'equal', 'fail', 'ifError', 'match',
  'notDeepEqual', 'notDeepStrictEqual', 'notEqual', 'notStrictEqual', 'partialDeepStrictEqual', 'rejects', 'strictEqual', 'throws',
];

const registered = new SafeMap();

// The functions of assert; each call counts for the plan.
function assertions(test) {
  const assert = require('assert');
  const counted = (name, fn) => ({ [name](...args) {
    test.asserted++;
    return reflectApply(fn, this, args);
  } })[name];
  const all = {};
  for (const name of each(ASSERTIONS)) all[name] = counted(name, assert[name]);
  const { unimplemented } = require('core/not_implemented');
  all.snapshot = unimplemented('TestContext.assert', 'snapshot');
  all.fileSnapshot = unimplemented('TestContext.assert', 'fileSnapshot');
  all.ok = counted('ok', assert.ok);
  for (const { 0: name, 1: fn } of each(registered)) all[name] = counted(name, fn);
  return all;
}

function createPlanWaiter(test, wait) {
  return async (isReached) => {
    const end = wait === true ? Infinity : globals.performance.now() + wait;
    const { setTimeout: sleep } = require('timers/promises');
    while (!isReached() && globals.performance.now() < end) await sleep(5);
  };
}

module.exports = { TestContext, SuiteContext, registered };
