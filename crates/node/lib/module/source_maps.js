'use strict';
// Which files' stacks are shown by their source maps.

const { validateBoolean, validateObject } = require('core/validate');

let support = Object.freeze({ __proto__: null, enabled: binding('process').options.enableSourceMaps === true, nodeModules: false, generatedCode: false });

function setSupport(enabled, options) {
  validateBoolean(enabled, 'enabled');
  validateObject(options, 'options');
  const { nodeModules = false, generatedCode = false } = options;
  validateBoolean(nodeModules, 'options.nodeModules');
  validateBoolean(generatedCode, 'options.generatedCode');
  support = Object.freeze({ __proto__: null, enabled, nodeModules, generatedCode });
  binding('source_map').enable(enabled);
}

module.exports = { setSupport, support: () => support };
