'use strict';
// Entries of collections that the program requested. The engine does not report those that it starts itself.

const { startPerf, stopPerf } = require('perf_hooks/observer');
const { constants } = require('perf_hooks');

function collectAndReport(collect) {
  const collection = {};
  startPerf('gc', collection);
  collect();
  stopPerf('gc', 'gc', collection, () => ({
    kind: constants.NODE_PERFORMANCE_GC_MAJOR,
    flags: constants.NODE_PERFORMANCE_GC_FLAGS_FORCED,
  }));
}

module.exports = { collectAndReport };
