'use strict';
// vm.measureMemory(): what the engine's heap holds. The engine does not tell which realm owns what, so all of it is said to
// be the main context's, and nothing the others'.

const { validateObject, validateOneOf } = require('core/validate');

let warned = false;

function measureMemory(options) {
  if (!warned) {
    warned = true;
    process.emitWarning('vm.measureMemory is an experimental feature and might change at any time', 'ExperimentalWarning');
  }
  validateObject(options, 'options');
  const { mode = 'summary', execution = 'default' } = options;
  validateOneOf(mode, 'options.mode', ['summary', 'detailed']);
  validateOneOf(execution, 'options.execution', ['default', 'eager']);
  return new Promise((resolve) => {
    setImmediate(() => {
      const { used_heap_size: used, total_heap_size: total } = require('v8').getHeapStatistics();
      const estimate = { jsMemoryEstimate: used, jsMemoryRange: [used, total] };
      if (mode === 'summary') {
        resolve({ total: estimate });
        return;
      }
      const other = Array.from({ length: require('vm/context').countContexts() }, () => ({ jsMemoryEstimate: 0, jsMemoryRange: [0, 0] }));
      resolve({ total: { ...estimate }, current: { ...estimate }, other });
    });
  });
}

module.exports = { measureMemory };
