'use strict';
// `JSON`, whose parse() throws V8's messages: the engine's differ, and its error does not include the source.

const { JSON } = require('engine');
const parseJson = JSON.parse;

require('engine').defineProperty(JSON, 'parse', { __proto__: null, value: { parse(text, reviver) {
  if (typeof text !== 'string') text = `${text}`;
  try {
    return parseJson(text, reviver);
  } catch (error) {
    require('core/json_errors').setV8Message(error, text);
    throw error;
  }
} }.parse });

require('engine').addNative(JSON.parse, 'parse');

// Captured for built-in files: a program may replace them later.
module.exports = { JSON, parse: JSON.parse, stringify: JSON.stringify };
