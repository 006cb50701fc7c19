'use strict';
// vm.measureMemory(): the size of the engine's heap. The engine does not attribute memory to realms, so all of it is reported for the
// main context, and nothing for the others.

const globals = require('globals');
const { arrayStaticFrom } = require('core/intrinsics');
const { validateObject, validateOneOf } = require('core/validate');

let warned = false;

function measureMemory(options) {
  if (!warned) {
    warned = true;
    globals.process.emitWarning('vm.measureMemory is an experimental feature and might change at any time', 'ExperimentalWarning');
  }
  validateObject(options, 'options');
  const { mode = 'summary', execution = 'default' } = options;
  validateOneOf(mode, 'options.mode', ['summary', 'detailed']);
  validateOneOf(execution, 'options.execution', ['default', 'eager']);
  return new __hexloop_promise__((resolve) => {
    globals.setImmediate(() => {
      const { used_heap_size: used, total_heap_size: total } = require('v8').getHeapStatistics();
      const estimate = { jsMemoryEstimate: used, jsMemoryRange: [used, total] };
      if (mode === 'summary') {
        resolve({ total: estimate });
        return;
      }
      const other = arrayStaticFrom({ length: require('vm/context').countContexts() }, () => ({ jsMemoryEstimate: 0, jsMemoryRange: [0, 0] }));
      resolve({ total: { ...estimate }, current: { ...estimate }, other });
    });
  });
}

module.exports = { measureMemory };
