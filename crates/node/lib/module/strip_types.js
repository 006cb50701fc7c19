'use strict';
// module.stripTypeScriptTypes()

const { validateObject, validateOneOf, validateString, validateBoolean } = require('core/validate');

let isWarned = false;

function stripTypeScriptTypes(code, options) {
  if (!isWarned) {
    isWarned = true;
    require('process/process').emitWarning('stripTypeScriptTypes is an experimental feature and might change at any time', 'ExperimentalWarning');
  }
  validateString(code, 'code');
  validateObject(options, 'options');
  const { mode = 'strip', sourceMap = false, sourceUrl = '' } = options;
  validateOneOf(mode, 'options.mode', ['strip']);
  validateString(sourceUrl, 'options.sourceUrl');
  validateBoolean(sourceMap, 'options.sourceMap');
  return binding('types').strip(code, mode, sourceMap, sourceUrl);
}

module.exports = { stripTypeScriptTypes };
