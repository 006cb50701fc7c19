'use strict';
// node:v8, as far as it concerns the program and not V8: heap statistics, serialization, promise hooks. Profiles and heap snapshots
// are not implemented.

const globals = require('globals');
const { arrayMap, mathImul, mathMax, objectDefineProperty, regexpTest, stringCharCodeAt } = require('core/intrinsics');
const { each } = require('core/safe/walk');
const { codedError } = require('core/errors');
const { notImplemented, unimplementedAll } = require('core/not_implemented');

function getHeapStatistics() {
  const { heapTotal, heapUsed, external, rss } = globals.process.memoryUsage();
  const limit = require('os').totalmem();
  return {
    total_heap_size: heapTotal,
    total_heap_size_executable: 0,
    total_physical_size: rss,
    total_available_size: mathMax(0, limit - heapUsed),
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
    // The engine does not count what was freed.
    total_allocated_bytes: heapUsed,
  };
}

// V8's spaces. The engine has one heap, which is reported as the old space; the others are empty.
const SPACES = [
  'read_only_space', 'new_space', 'old_space', 'code_space', 'shared_space', 'trusted_space', 'shared_trusted_space',
  'new_large_object_space', 'large_object_space', 'code_large_object_space', 'shared_large_object_space',
  'shared_trusted_large_object_space', 'trusted_large_object_space',
];

function getHeapSpaceStatistics() {
  const { heapTotal, heapUsed } = globals.process.memoryUsage();
  return arrayMap(SPACES, (name) => {
    const isHeap = name === 'old_space';
    const size = isHeap ? heapTotal : 0;
    const used = isHeap ? heapUsed : 0;
    return {
      space_name: name,
      space_size: size,
      space_used_size: used,
      space_available_size: mathMax(0, size - used),
      physical_space_size: size,
    };
  });
}

// Node has no heap of Oilpan either, unless it is embedded.
function getCppHeapStatistics(type = 'detailed') {
  require('core/validate').validateOneOf(type, 'type', ['brief', 'detailed']);
  return {
    __proto__: null,
    committed_size_bytes: 0,
    resident_size_bytes: 0,
    used_size_bytes: 0,
    space_statistics: [],
    type_names: [],
    detail_level: type,
  };
}

// Whether Latin-1 can represent it, which is what callers want to know; V8 looks at how it is stored.
function isStringOneByteRepresentation(content) {
  require('core/validate').validateString(content, 'content');
  return !regexpTest(/[^\0-\xff]/, content);
}

// Code that another build of the engine has cached is of no use.
function cachedDataVersionTag() {
  let tag = 0;
  const { versions } = globals.process;
  for (const name of each(['hexloop', 'jsc'])) {
    const text = `${versions[name]}`;
    for (let i = 0; i < text.length; i++) tag = (mathImul(tag, 31) + stringCharCodeAt(text, i)) >>> 0;
  }
  return tag;
}

// There is coverage only with NODE_V8_COVERAGE.
function coverage(name) {
  return {
    [name]() {
      if (globals.process.env.NODE_V8_COVERAGE) throw notImplemented(`v8.${name} with NODE_V8_COVERAGE`);
    },
  }[name];
}

// No snapshot is ever being built.
function snapshotFunction(name) {
  return {
    [name](callback, data) { // eslint-disable-line no-unused-vars
      throw codedError('ERR_NOT_BUILDING_SNAPSHOT', Error, 'Operation cannot be invoked when not building startup snapshot');
    },
  }[name];
}

// V8's flags have no meaning for this engine; Node ignores unknown ones, too.
function setFlagsFromString(flags) {
  require('core/validate').validateString(flags, 'flags');
}

module.exports = {
  cachedDataVersionTag,
  getCppHeapStatistics,
  getHeapSpaceStatistics,
  getHeapStatistics,
  isStringOneByteRepresentation,
  setFlagsFromString,
  startupSnapshot: {
    addDeserializeCallback: snapshotFunction('addDeserializeCallback'),
    addSerializeCallback: snapshotFunction('addSerializeCallback'),
    setDeserializeMainFunction: snapshotFunction('setDeserializeMainFunction'),
    isBuildingSnapshot: () => 0,
  },
  takeCoverage: coverage('takeCoverage'),
  stopCoverage: coverage('stopCoverage'),
  ...unimplementedAll('v8', ['getHeapSnapshot', 'getHeapCodeStatistics', 'writeHeapSnapshot', 'queryObjects',
    'setHeapSnapshotNearHeapLimit', 'setHeapProfileNearHeapLimit', 'GCProfiler', 'startCpuProfile', 'startHeapProfile']),
};

objectDefineProperty(module.exports, 'promiseHooks', {
  __proto__: null,
  configurable: true,
  enumerable: true,
  get: () => require('v8/promise_hooks').promiseHooks,
});

for (const name of each(['Serializer', 'Deserializer', 'DefaultSerializer', 'DefaultDeserializer', 'deserialize', 'serialize'])) {
  objectDefineProperty(module.exports, name, {
    __proto__: null,
    configurable: true,
    enumerable: true,
    get() {
      const value = require('v8/serialize')[name];
      objectDefineProperty(module.exports, name, { __proto__: null, value, configurable: true, enumerable: true, writable: true });
      return value;
    },
    set(value) {
      objectDefineProperty(module.exports, name, { __proto__: null, value, configurable: true, enumerable: true, writable: true });
    },
  });
}
