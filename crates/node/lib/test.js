'use strict';
// node:test. Tests report to standard output as they end; the process exits with 1 if one failed.

const { objectAssign, objectDefineProperty } = require('core/intrinsics');
const { declarer, kinds, currentParent } = require('testing/declare');
const { unimplemented } = require('core/not_implemented');
const { validateFunction } = require('core/validate');

const test = kinds({ test: declarer(false) }.test, false);
const suite = kinds({ suite: declarer(true) }.suite, true);

const hook = (kind) => ({ [kind](fn, options) { currentParent().addHook(kind, fn, options); } })[kind];

module.exports = objectAssign(test, {
  after: hook('after'),
  afterEach: hook('afterEach'),
  before: hook('before'),
  beforeEach: hook('beforeEach'),
  describe: suite,
  getTestContext: unimplemented('test', 'getTestContext'),
  it: test,
  run: unimplemented('test', 'run'),
  suite,
  test,
});

let tracker;
objectDefineProperty(test, 'mock', {
  __proto__: null,
  configurable: true,
  enumerable: true,
  get: () => tracker ??= new (require('testing/mock').MockTracker)(),
});
objectDefineProperty(test, 'snapshot', {
  __proto__: null,
  configurable: true,
  enumerable: true,
  value: {
    __proto__: null,
    setDefaultSnapshotSerializers: unimplemented('test.snapshot', 'setDefaultSnapshotSerializers'),
    setResolveSnapshotPath: unimplemented('test.snapshot', 'setResolveSnapshotPath'),
  },
});
objectDefineProperty(test, 'assert', {
  __proto__: null,
  configurable: true,
  enumerable: true,
  value: {
    __proto__: null,
    register(name, fn) {
      require('core/validate').validateString(name, 'name');
      validateFunction(fn, 'fn');
      require('testing/contexts').registered.set(name, fn);
    },
  },
});
