'use strict';
// Which names and values a header may have.

const { codes } = require('core/errors');

const token = /^[\^_`a-zA-Z\-0-9!#$%&'*+.|~]+$/;
const notInValue = /[^\t\x20-\x7e\x80-\xff]/;
// Relaxed: what cannot split a message.
const notInRelaxedValue = /[\0\r\n]/;

const checkIsHttpToken = (name) => token.test(name);

const checkInvalidHeaderChar = (value) => notInValue.test(value);

function validateHeaderName(name, label) {
  if (typeof name !== 'string' || !name || !token.test(name)) {
    throw new codes.ERR_INVALID_HTTP_TOKEN(label || 'Header name', name);
  }
}

function validateHeaderValue(name, value, isRelaxed) {
  if (value === undefined) throw new codes.ERR_HTTP_INVALID_HEADER_VALUE(value, name);
  if ((isRelaxed === true ? notInRelaxedValue : notInValue).test(value)) {
    throw new codes.ERR_INVALID_CHAR('header content', name);
  }
}

module.exports = { checkInvalidHeaderChar, checkIsHttpToken, validateHeaderName, validateHeaderValue };
