'use strict';
// The global `performance`.

const { objectDefineProperty, symbolFor } = require('core/intrinsics');
const { each } = require('core/safe/walk');
const { codedError, codes } = require('core/errors');
const { EventTarget, defineEventHandler } = require('core/event_target');
const { now, timeOrigin } = require('perf_hooks/clock');

const kInspect = symbolFor('nodejs.util.inspect.custom');
const kMake = Symbol('kMake');

class Performance extends EventTarget {
  #isOne = true;

  constructor(key = undefined) {
    if (key !== kMake) throw new codes.ERR_ILLEGAL_CONSTRUCTOR();
    super();
  }

  static is(value) {
    return #isOne in Object(value);
  }

  clearMarks(name = undefined) {
    check(this);
    require('perf_hooks/user_timing').clearMarks(name);
  }

  clearMeasures(name = undefined) {
    check(this);
    require('perf_hooks/timeline').clearMeasures(name === undefined ? undefined : `${name}`);
  }

  clearResourceTimings() {
    check(this);
    require('perf_hooks/timeline').clearResources();
  }

  getEntries() {
    check(this);
    return require('perf_hooks/timeline').entries();
  }

  getEntriesByName(name, type = undefined) {
    check(this);
    if (arguments.length === 0) throw new codes.ERR_MISSING_ARGS('name');
    return require('perf_hooks/timeline').entriesOfName(`${name}`, type === undefined ? undefined : `${type}`);
  }

  getEntriesByType(type) {
    check(this);
    if (arguments.length === 0) throw new codes.ERR_MISSING_ARGS('type');
    return require('perf_hooks/timeline').entriesOfType(`${type}`);
  }

  mark(name, options = undefined) {
    check(this);
    if (arguments.length === 0) throw new codes.ERR_MISSING_ARGS('name');
    return require('perf_hooks/user_timing').mark(name, options);
  }

  measure(name, startOrOptions = {}, endMark = undefined) {
    check(this);
    if (arguments.length === 0) throw new codes.ERR_MISSING_ARGS('name');
    return require('perf_hooks/user_timing').measure(name, startOrOptions, endMark);
  }

  now() {
    check(this);
    return now();
  }

  setResourceTimingBufferSize(maxSize) {
    check(this);
    if (arguments.length === 0) throw new codes.ERR_MISSING_ARGS('maxSize');
    if (typeof maxSize === 'bigint' || typeof maxSize === 'symbol') {
      const kind = typeof maxSize === 'bigint' ? 'BigInt' : 'Symbol';
      throw codedError('ERR_INVALID_ARG_TYPE', TypeError, `maxSize is a ${kind} and cannot be converted to a number.`);
    }
    require('perf_hooks/timeline').setBufferSizeLimit(maxSize >>> 0);
  }

  get timeOrigin() {
    check(this);
    return timeOrigin;
  }

  toJSON() {
    check(this);
    return { nodeTiming: this.nodeTiming, timeOrigin, eventLoopUtilization: this.eventLoopUtilization() };
  }

  [kInspect](depth, options, inspect) {
    const { inspectAs } = require('perf_hooks/entry');
    return inspectAs(this, { nodeTiming: this.nodeTiming, timeOrigin: this.timeOrigin }, depth, options, inspect);
  }
}
objectDefineProperty(Performance.prototype, Symbol.toStringTag, { __proto__: null, configurable: true, value: 'Performance' });
const isPerformance = Performance.is;
delete Performance.is;

function check(value) {
  if (!isPerformance(value)) throw new codes.ERR_INVALID_THIS('Performance');
}

for (const name of each(['clearMarks', 'clearMeasures', 'clearResourceTimings', 'getEntries', 'getEntriesByName', 'getEntriesByType', 'mark',
  'measure', 'now', 'setResourceTimingBufferSize', 'timeOrigin', 'toJSON'])) {
  objectDefineProperty(Performance.prototype, name, { __proto__: null, enumerable: true });
}

// Node's extensions of the standard are loaded on first access.
const NODE_EXTENSIONS = {
  __proto__: null,
  eventLoopUtilization: 'perf_hooks/node_timing',
  nodeTiming: 'perf_hooks/node_timing',
  markResourceTiming: 'perf_hooks/resource_timing',
  timerify: 'perf_hooks/timerify',
};
for (const name in NODE_EXTENSIONS) {
  const define = (value) => objectDefineProperty(Performance.prototype, name, {
    __proto__: null, value, writable: true, enumerable: false, configurable: true,
  });
  objectDefineProperty(Performance.prototype, name, {
    __proto__: null,
    configurable: true,
    get() {
      const value = require(NODE_EXTENSIONS[name])[name];
      define(value);
      return value;
    },
    set(value) {
      objectDefineProperty(this, name, { __proto__: null, value, writable: true, enumerable: true, configurable: true });
    },
  });
}
defineEventHandler(Performance.prototype, 'resourcetimingbufferfull');

module.exports = { Performance, performance: new Performance(kMake) };
