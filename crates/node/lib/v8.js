'use strict';
// node:v8, as far as it concerns the program and not V8: heap statistics, serialization, promise hooks, startup snapshots (never being
// built here). Profiles and heap snapshots are not implemented.

const { unimplementedAll } = require('core/not_implemented');

function getHeapStatistics() {
  const { heapTotal, heapUsed, external, rss } = process.memoryUsage();
  const limit = require('os').totalmem();
  return {
    total_heap_size: heapTotal,
    total_heap_size_executable: 0,
    total_physical_size: rss,
    total_available_size: Math.max(0, limit - heapUsed),
    used_heap_size: heapUsed,
    heap_size_limit: limit,
    malloced_memory: 0,
    peak_malloced_memory: 0,
    does_zap_garbage: 0,
    number_of_native_contexts: 1,
    number_of_detached_contexts: 0,
    total_global_handles_size: 0,
    used_global_handles_size: 0,
    external_memory: external,
  };
}

// V8's flags have no meaning for this engine; Node ignores unknown ones, too.
function setFlagsFromString(flags) {
  require('core/validate').validateString(flags, 'flags');
}

module.exports = {
  getHeapStatistics,
  setFlagsFromString,
  startupSnapshot: {
    isBuildingSnapshot: () => 0,
    ...unimplementedAll('v8.startupSnapshot', ['addSerializeCallback', 'addDeserializeCallback', 'setDeserializeMainFunction']),
  },
  ...unimplementedAll('v8', ['cachedDataVersionTag', 'getHeapSnapshot', 'getHeapSpaceStatistics', 'getHeapCodeStatistics',
    'getCppHeapStatistics', 'takeCoverage', 'stopCoverage', 'writeHeapSnapshot', 'queryObjects', 'setHeapSnapshotNearHeapLimit', 'GCProfiler',
    'isStringOneByteRepresentation', 'startCpuProfile', 'startHeapProfile']),
};

Object.defineProperty(module.exports, 'promiseHooks', {
  __proto__: null,
  configurable: true,
  enumerable: true,
  get: () => require('v8/promise_hooks').promiseHooks,
});

for (const name of ['Serializer', 'Deserializer', 'DefaultSerializer', 'DefaultDeserializer', 'deserialize', 'serialize']) {
  Object.defineProperty(module.exports, name, {
    __proto__: null,
    configurable: true,
    enumerable: true,
    get() {
      const value = require('v8/serialize')[name];
      Object.defineProperty(module.exports, name, { __proto__: null, value, configurable: true, enumerable: true, writable: true });
      return value;
    },
    set(value) {
      Object.defineProperty(module.exports, name, { __proto__: null, value, configurable: true, enumerable: true, writable: true });
    },
  });
}
