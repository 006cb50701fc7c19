'use strict';
// timerify: wraps a function to measure each of its calls.

const { arrayForEach, mathCeil, mathMax, objectDefineProperties, reflectApply, reflectConstruct } = require('core/intrinsics');
const { codes } = require('core/errors');
const { validateFunction, validateObject } = require('core/validate');
const { now } = require('perf_hooks/clock');

function processComplete(name, start, values, histogram) {
  const duration = now() - start;
  if (histogram !== undefined) histogram.record(mathMax(1, mathCeil(duration * 1e6)));
  if (!require.has('perf_hooks/observer')) return;
  const { hasObserver, enqueue } = require('perf_hooks/observer');
  if (!hasObserver('function')) return;
  const { PerformanceNodeEntry } = require('perf_hooks/entry');
  const entry = new PerformanceNodeEntry(name, 'function', start, duration, values);
  // The arguments are also own properties of the entry, by index.
  arrayForEach(values, (value, at) => { entry[at] = value; });
  enqueue(entry);
}

function timerify(fn, options = {}) {
  validateFunction(fn, 'fn');
  validateObject(options, 'options');
  const { histogram } = options;
  if (histogram !== undefined && !require('perf_hooks/histogram').isRecordable(histogram)) {
    throw new codes.ERR_INVALID_ARG_TYPE('options.histogram', 'RecordableHistogram', histogram);
  }

  function timerified(...values) {
    const start = now();
    const result = new.target ? reflectConstruct(fn, values, fn) : reflectApply(fn, this, values);
    if (!new.target && typeof result?.finally === 'function') {
      return result.finally(() => processComplete(fn.name, start, values, histogram));
    }
    processComplete(fn.name, start, values, histogram);
    return result;
  }

  objectDefineProperties(timerified, {
    length: { __proto__: null, configurable: false, enumerable: true, value: fn.length },
    name: { __proto__: null, configurable: false, enumerable: true, value: `timerified ${fn.name}` },
  });
  return timerified;
}

module.exports = { timerify };
