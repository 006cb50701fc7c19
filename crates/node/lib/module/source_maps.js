'use strict';
// Which files have their stacks mapped by source maps.

const { objectFreeze } = require('core/intrinsics');
const { validateBoolean, validateObject } = require('core/validate');

let support = objectFreeze({ __proto__: null, enabled: binding('process').options.enableSourceMaps === true, nodeModules: false, generatedCode: false });

function setSupport(enabled, options) {
  validateBoolean(enabled, 'enabled');
  validateObject(options, 'options');
  const { nodeModules = false, generatedCode = false } = options;
  validateBoolean(nodeModules, 'options.nodeModules');
  validateBoolean(generatedCode, 'options.generatedCode');
  support = objectFreeze({ __proto__: null, enabled, nodeModules, generatedCode });
  binding('source_map').enable(enabled);
}

module.exports = { setSupport, support: () => support };
