'use strict';
// module.stripTypeScriptTypes()

const { validateObject, validateOneOf, validateString, validateBoolean } = require('core/validate');

function stripTypeScriptTypes(code, options) {
  validateString(code, 'code');
  validateObject(options, 'options');
  const { mode = 'strip', sourceMap = false, sourceUrl = '' } = options;
  validateOneOf(mode, 'options.mode', ['strip', 'transform']);
  validateString(sourceUrl, 'options.sourceUrl');
  validateBoolean(sourceMap, 'options.sourceMap');
  return binding('types').strip(code, mode, sourceMap, sourceUrl);
}

module.exports = { stripTypeScriptTypes };
