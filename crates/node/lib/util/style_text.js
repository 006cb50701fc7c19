'use strict';

// util.styleText: escape codes around a text, if the stream supports colors.

const { codes } = require('core/errors');
const { validateBoolean, validateObject, validateOneOf, validateString } = require('core/validate');

const hexColour = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;

const escape = (code) => `\u001b[${code}m`;

function codesOfHex(format) {
  if (!hexColour.test(format)) {
    throw new codes.ERR_INVALID_ARG_VALUE('format', format, 'must be a valid hex color (#RGB or #RRGGBB)');
  }
  let digits = format.slice(1);
  if (digits.length === 3) digits = [...digits].map((digit) => digit + digit).join('');
  const [red, green, blue] = [0, 2, 4].map((at) => parseInt(digits.slice(at, at + 2), 16));
  return [`38;2;${red};${green};${blue}`, 39];
}

function codesOf(format) {
  if (typeof format === 'string' && format.startsWith('#')) return codesOfHex(format);
  const { colors } = require('inspect/inspect').inspect;
  // Aliases are hidden properties of inspect.colors: valid, and listed in the message.
  if (typeof format !== 'string' || colors[format] === undefined) {
    validateOneOf(format, 'format', Object.getOwnPropertyNames(colors));
  }
  return colors[format];
}

function supportsColors(stream) {
  const { env } = process;
  if (env.FORCE_COLOR !== undefined) {
    return ['', '1', 'true', '2', '3'].includes(env.FORCE_COLOR);
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
  return text.replaceAll(closing, open === 1 || open === 2 ? closing + opening : opening);
}

function styleText(format, text, options) {
  validateString(text, 'text');
  if (options !== undefined) validateObject(options, 'options');
  const { validateStream = true, stream = process.stdout } = options ?? {};
  validateBoolean(validateStream, 'options.validateStream');

  const formats = Array.isArray(format) ? format : [format];
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
  for (const each of formats) {
    if (each === 'none') continue;
    const { 0: open, 1: close } = codesOf(each);
    if (skip) continue;
    before += escape(open);
    after = escape(close) + after;
    styled = reopen(styled, open, close);
  }
  return `${before}${styled}${after}`;
}

module.exports = { styleText };
