'use strict';
// The entries of collections that a program asked for. The engine does not tell of those that it begins itself.

const { begin, end } = require('perf_hooks/observer');
const { constants } = require('perf_hooks');

function collectAndTell(collect) {
  const collection = {};
  begin('gc', collection);
  collect();
  end('gc', 'gc', collection, () => ({
    kind: constants.NODE_PERFORMANCE_GC_MAJOR,
    flags: constants.NODE_PERFORMANCE_GC_FLAGS_FORCED,
  }));
}

module.exports = { collectAndTell };
