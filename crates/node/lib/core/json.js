'use strict';
// `JSON`, whose parse() speaks V8's words: the engine's own words for a bad text are others, and its error does not hold the text.

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

// As they are now, for built-in files: a program may replace them later.
module.exports = { JSON, parse: JSON.parse, stringify: JSON.stringify };
