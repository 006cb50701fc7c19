'use strict';

// util.styleText: escape codes around a text, if the stream supports colors.

const globals = require('globals');
const {
  arrayIsArray, arrayJoin, arrayMap, numberParseInt: parseInt, objectGetOwnPropertyNames, regexpTest, stringEndsWith,
  stringReplaceAll, stringStartsWith,
} = require('core/intrinsics');
const { isIn, sliceOf } = require('core/safe/lists');
const { each } = require('core/safe/walk');
const { codes } = require('core/errors');
const { validateBoolean, validateObject, validateOneOf, validateString } = require('core/validate');

const hexColour = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;

const escape = (code) => `\u001b[${code}m`;

function codesOfHex(format) {
  if (!regexpTest(hexColour, format)) {
    throw new codes.ERR_INVALID_ARG_VALUE('format', format, 'must be a valid hex color (#RGB or #RRGGBB)');
  }
  let digits = sliceOf(format, 1);
  if (digits.length === 3) digits = arrayJoin(arrayMap([...each(digits)], (digit) => digit + digit), '');
  const { 0: red, 1: green, 2: blue } = arrayMap([0, 2, 4], (at) => parseInt(sliceOf(digits, at, at + 2), 16));
  return [`38;2;${red};${green};${blue}`, 39];
}

function codesOf(format) {
  if (typeof format === 'string' && stringStartsWith(format, '#')) return codesOfHex(format);
  const { colors } = require('inspect/inspect').inspect;
  // Aliases are hidden properties of inspect.colors: valid, and listed in the message.
  if (typeof format !== 'string' || colors[format] === undefined) {
    validateOneOf(format, 'format', objectGetOwnPropertyNames(colors));
  }
  return colors[format];
}

function supportsColors(stream) {
  const { env } = globals.process;
  if (env.FORCE_COLOR !== undefined) {
    return isIn(['', '1', 'true', '2', '3'], env.FORCE_COLOR);
  }
  if (env.NODE_DISABLE_COLORS !== undefined && env.NODE_DISABLE_COLORS !== '') return false;
  if (env.NO_COLOR !== undefined && env.NO_COLOR !== '') return false;
  return stream?.isTTY === true && (typeof stream.getColorDepth !== 'function' || stream.getColorDepth() > 2);
}

const isStream = (value) => typeof value === 'object' && value !== null &&
  (typeof value.write === 'function' || typeof value.read === 'function' || typeof value.getWriter === 'function' ||
    typeof value.getReader === 'function' || typeof value.pipe === 'function');

// A code inside the text that closes this style reopens it, so that styles nest. Bold and dim share a closing code, which must be
// kept: it closes the other one.
function reopen(text, open, close) {
  const opening = escape(open);
  const closing = escape(close);
  const replacement = open === 1 || open === 2 ? closing + opening : opening;
  // Nothing follows the code at the end.
  if (!stringEndsWith(text, closing)) return stringReplaceAll(text, closing, replacement);
  return stringReplaceAll(sliceOf(text, 0, -closing.length), closing, replacement) + closing;
}

function styleText(format, text, options) {
  validateString(text, 'text');
  if (options !== undefined) validateObject(options, 'options');
  const { validateStream = true, stream = globals.process.stdout } = options ?? {};
  validateBoolean(validateStream, 'options.validateStream');

  const formats = arrayIsArray(format) ? format : [format];
  let skip = false;
  if (validateStream) {
    if (!isStream(stream)) {
      throw new codes.ERR_INVALID_ARG_TYPE('stream', ['ReadableStream', 'WritableStream', 'Stream'], stream);
    }
    skip = !supportsColors(stream);
  }
  let before = '';
  let after = '';
  let styled = text;
  for (const one of each(formats)) {
    if (one === 'none') continue;
    const { 0: open, 1: close } = codesOf(one);
    if (skip) continue;
    before += escape(open);
    after = escape(close) + after;
    styled = reopen(styled, open, close);
  }
  return `${before}${styled}${after}`;
}

module.exports = { styleText };
