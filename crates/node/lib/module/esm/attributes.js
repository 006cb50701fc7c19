'use strict';
// Import attributes: `with { type: 'json' }`.

const { objectKeys } = require('core/intrinsics');
const { each } = require('core/safe/walk');

const TYPE_OF_FORMAT = {
  __proto__: null,
  'builtin': 'javascript',
  'commonjs': 'javascript',
  'commonjs-typescript': 'javascript',
  'json': 'json',
  'module': 'javascript',
  'module-typescript': 'javascript',
  'wasm': 'javascript',
};

// Whether a module of this format may be imported with these attributes.
function validateAttributes(url, format, attributes) {
  const expected = TYPE_OF_FORMAT[format];
  if (attributes === undefined && expected !== 'json') return;
  const { codes } = require('core/errors');
  if (attributes === undefined) throw new codes.ERR_IMPORT_ATTRIBUTE_MISSING(url, 'type', 'json');
  for (const key of each(objectKeys(attributes))) {
    if (key !== 'type') throw new codes.ERR_IMPORT_ATTRIBUTE_UNSUPPORTED(key, attributes[key], url);
  }
  const { type } = attributes;
  if (expected === undefined || (expected === 'javascript' && type === undefined) || (expected === 'json' && type === 'json')) return;
  if (type === undefined) throw new codes.ERR_IMPORT_ATTRIBUTE_MISSING(url, 'type', expected);
  if (type !== 'json') throw new codes.ERR_IMPORT_ATTRIBUTE_UNSUPPORTED('type', type, url);
  throw new codes.ERR_IMPORT_ATTRIBUTE_TYPE_INCOMPATIBLE(url, type);
}

module.exports = { validateAttributes };
