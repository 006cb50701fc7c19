'use strict';
// Validates names and values of headers.

const { regexpTest } = require('core/intrinsics');
const { codes } = require('core/errors');

const token = /^[\^_`a-zA-Z\-0-9!#$%&'*+.|~]+$/;
const notInValue = /[^\t\x20-\x7e\x80-\xff]/;
// Relaxed: only what could split a message is invalid.
const notInRelaxedValue = /[\0\r\n\u0100-\uffff]/;

const notPlainAscii = /[^\x20-\x7e]/;

const checkIsHttpToken = (name) => regexpTest(token, name);

const checkInvalidHeaderChar = (value, isRelaxed) => regexpTest(isRelaxed === true ? notInRelaxedValue : notInValue, value);

function validateHeaderName(name, label) {
  if (typeof name !== 'string' || !name || !regexpTest(token, name)) {
    throw new codes.ERR_INVALID_HTTP_TOKEN(label || 'Header name', name);
  }
}

// Returns true if the value is printable ASCII.
function checkHeaderValue(name, value, isRelaxed) {
  if (value === undefined) throw new codes.ERR_HTTP_INVALID_HEADER_VALUE(value, name);
  // Fast path: nearly all values are.
  if (!regexpTest(notPlainAscii, value)) return true;
  if (regexpTest((isRelaxed === true ? notInRelaxedValue : notInValue), value)) {
    throw new codes.ERR_INVALID_CHAR('header content', name);
  }
  return false;
}

function validateHeaderValue(name, value, isRelaxed) {
  checkHeaderValue(name, value, isRelaxed);
}

module.exports = {
  checkHeaderValue, checkInvalidHeaderChar, checkIsHttpToken, validateHeaderName, validateHeaderValue,
};
