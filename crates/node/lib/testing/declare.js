'use strict';
// From the arguments of test(), it(), describe() … to a Test; and the root test, which ends with the process.

const globals = require('globals');
const { arraySome, stringStartsWith } = require('core/intrinsics');
const { each } = require('core/safe/walk');
const { call1 } = require('core/safe/calls');
const { promiseResolve, promiseThen } = require('core/safe/promises');
const { Test } = require('testing/test');

let root = null;

function rootTest() {
  if (root === null) {
    root = new Test({ parent: null, name: '<root>', options: {}, location: undefined });
    root.startTime = globals.process.hrtime.bigint();
    root.started = true;
    globals.process.on('beforeExit', endRun);
    globals.process.on('exit', endRun);
  }
  return root;
}

// The loop has ended: unfinished tests never will.
let hasEnded = false;
async function endRun() {
  if (hasEnded) return;
  if (root.waiting.length > 0 || arraySome(root.subtests, (test) => !test.finished)) {
    for (const test of each(root.subtests)) test.cancel();
    root.waiting.length = 0;
  }
  hasEnded = true;
  const hadNoError = root.error === null;
  try {
    for (const hook of each(root.hooks.after)) if (!hook.hasRun) await root.runHooks('after', root.context);
  } catch (error) {
    root.fail(error);
  }
  root.finish();
  require('testing/reporting').summarize(root);
  if (!hadNoError || root.error !== null) globals.process.exitCode = 1;
}

// The suite whose function is running; otherwise the root.
let currentSuite = null;

function currentParent() { return currentSuite ?? rootTest(); }

function declare({ parent, name, options, fn, extra, isSuite = false }) {
  if (typeof name === 'function') fn = name;
  else if (name !== null && typeof name === 'object') {
    fn = options;
    options = name;
  } else if (typeof options === 'function') fn = options;
  if (options === null || typeof options !== 'object') options = {};
  if (typeof name !== 'string' || name === '') name = fn?.name || '<anonymous>';
  if (fn !== undefined) require('core/validate').validateFunction(fn, 'fn');
  const test = new Test({ parent, name, fn, options: { ...options, ...extra }, location: callerLocation(), isSuite });
  if (isSuite) test.suiteBody = buildSuite(test);
  return test;
}

function buildSuite(suite) {
  if (suite.fn === undefined || suite.skipped) return undefined;
  const before = currentSuite;
  currentSuite = suite;
  try {
    const suiteBody = call1(suite.fn, suite.context, suite.context);
    if (typeof suiteBody?.then !== 'function') return undefined;
    // An async suite: what it declares after its first await belongs to it only if nothing else is being declared.
    return promiseResolve(suiteBody);
  } catch (error) {
    suite.fail(error);
    return undefined;
  } finally {
    currentSuite = before;
  }
}

// Where the program called test().
function callerLocation() {
  const { engineStack, frames } = binding('stack');
  const all = frames(engineStack(new Error()));
  for (let at = 0; at < all.length; at += 4) {
    const file = all[at + 1];
    if (file && !stringStartsWith(file, 'node:')) {
      return { file: stringStartsWith(file, 'file:') ? require('url').fileURLToPath(file) : file, line: all[at + 2], column: all[at + 3] };
    }
  }
  return undefined;
}

// A top-level test starts in a promise job; one in a suite starts with the suite.
function started(test) {
  if (test.parent.isSuite) return test.completion.promise;
  promiseThen(promiseResolve(), () => test.schedule());
  return test.completion.promise;
}

function declarer(isSuite, extra) {
  return function (name, options, fn) {
    return started(declare({ parent: currentParent(), name, options, fn, extra, isSuite }));
  };
}

function kinds(target, isSuite) {
  for (const kind of each(['expectFailure', 'skip', 'todo', 'only'])) target[kind] = declarer(isSuite, { [kind]: true });
  return target;
}

module.exports = { declare, declarer, kinds, currentParent, rootTest };
