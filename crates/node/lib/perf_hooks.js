'use strict';
// node:perf_hooks. Each part is loaded on first access: most programs only use performance.now().

const { arrayForEach, objectDefineProperty } = require('core/intrinsics');
const { each } = require('core/safe/walk');

const PARTS = {
  __proto__: null,
  Performance: 'perf_hooks/performance',
  PerformanceEntry: 'perf_hooks/entry',
  PerformanceMark: 'perf_hooks/user_timing',
  PerformanceMeasure: 'perf_hooks/user_timing',
  PerformanceObserver: 'perf_hooks/observer',
  PerformanceObserverEntryList: 'perf_hooks/observer',
  PerformanceResourceTiming: 'perf_hooks/resource_timing',
  monitorEventLoopDelay: 'perf_hooks/histogram',
  eventLoopUtilization: 'perf_hooks/node_timing',
  timerify: 'perf_hooks/timerify',
  createHistogram: 'perf_hooks/histogram',
};

function defineLazy(name, load) {
  const define = (value) => objectDefineProperty(module.exports, name, {
    __proto__: null, value, writable: true, enumerable: true, configurable: true,
  });
  objectDefineProperty(module.exports, name, {
    __proto__: null,
    configurable: true,
    enumerable: true,
    get() {
      const value = load();
      define(value);
      return value;
    },
    set: define,
  });
}

for (const name in PARTS) defineLazy(name, () => require(PARTS[name])[name]);
const missing = ['createSlidingWindowHistogram', 'importHistogram'];
for (const name of each(missing)) defineLazy(name, () => require('core/not_implemented').unimplemented('perf_hooks', name));
defineLazy('performance', () => require('perf_hooks/performance').performance);

const constants = {
  NODE_PERFORMANCE_GC_MAJOR: 4,
  NODE_PERFORMANCE_GC_MINOR: 1,
  NODE_PERFORMANCE_GC_MINOR_MARK_SWEEP: 2,
  NODE_PERFORMANCE_GC_INCREMENTAL: 8,
  NODE_PERFORMANCE_GC_WEAKCB: 16,
  NODE_PERFORMANCE_GC_FLAGS_NO: 0,
  NODE_PERFORMANCE_GC_FLAGS_CONSTRUCT_RETAINED: 2,
  NODE_PERFORMANCE_GC_FLAGS_FORCED: 4,
  NODE_PERFORMANCE_GC_FLAGS_SYNCHRONOUS_PHANTOM_PROCESSING: 8,
  NODE_PERFORMANCE_GC_FLAGS_ALL_AVAILABLE_GARBAGE: 16,
  NODE_PERFORMANCE_GC_FLAGS_ALL_EXTERNAL_MEMORY: 32,
  NODE_PERFORMANCE_GC_FLAGS_SCHEDULE_IDLE: 64,
};
const number = (prefix, names) => arrayForEach(names, (name, value) => objectDefineProperty(constants, prefix + name, { __proto__: null, value }));
number('NODE_PERFORMANCE_ENTRY_TYPE_', ['GC', 'HTTP', 'HTTP2', 'NET', 'DNS', 'QUIC']);
number('NODE_PERFORMANCE_MILESTONE_', ['TIME_ORIGIN_TIMESTAMP', 'TIME_ORIGIN', 'ENVIRONMENT', 'NODE_START', 'V8_START', 'LOOP_START',
  'LOOP_EXIT', 'BOOTSTRAP_COMPLETE']);
objectDefineProperty(module.exports, 'constants', { __proto__: null, value: constants, enumerable: true });
