'use strict';
// Validates the values of Link headers in early hints.

const { arrayIsArray, arrayJoin, regexpTest } = require('core/intrinsics');
const { each } = require('core/safe/walk');
const { codes } = require('core/errors');

const link = /^(?:<[^>\r\n]*>)(?:\s*;\s*[^;"\s]+(?:=(")?[^;"\s]*\1)?)*$/;

function validateLink(value, name) {
  if (value === undefined || !regexpTest(link, value)) {
    throw new codes.ERR_INVALID_ARG_VALUE(name, value,
                                          'must be an array or string of format "</styles.css>; rel=preload; as=style"');
  }
}

function validateLinkHeaderValue(hints) {
  if (typeof hints === 'string') {
    validateLink(hints, 'hints');
    return hints;
  }
  if (arrayIsArray(hints)) {
    for (const hint of each(hints)) validateLink(hint, 'hints');
    return arrayJoin(hints, ', ');
  }
  throw new codes.ERR_INVALID_ARG_VALUE('hints', hints,
                                        'must be an array or string of format "</styles.css>; rel=preload; as=style"');
}

module.exports = { validateLinkHeaderValue };
