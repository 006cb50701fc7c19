'use strict';
// Which names and values a header may have.

const { regexpTest } = require('core/intrinsics');
const { codes } = require('core/errors');

const token = /^[\^_`a-zA-Z\-0-9!#$%&'*+.|~]+$/;
const notInValue = /[^\t\x20-\x7e\x80-\xff]/;
// Relaxed: what cannot split a message.
const notInRelaxedValue = /[\0\r\n]/;

const notPlainAscii = /[^\x20-\x7e]/;

const checkIsHttpToken = (name) => regexpTest(token, name);

const checkInvalidHeaderChar = (value) => regexpTest(notInValue, value);

function validateHeaderName(name, label) {
  if (typeof name !== 'string' || !name || !regexpTest(token, name)) {
    throw new codes.ERR_INVALID_HTTP_TOKEN(label || 'Header name', name);
  }
}

// True if the value is plain ASCII.
function checkHeaderValue(name, value, isRelaxed) {
  if (value === undefined) throw new codes.ERR_HTTP_INVALID_HEADER_VALUE(value, name);
  // Nearly all values are plain, and then nothing else need be asked.
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
