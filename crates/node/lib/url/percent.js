'use strict';
// An ASCII letter as URLs write it where it would mean something else.

const { numberProtoToString, stringCharCodeAt, stringPadStart, stringToUpperCase } = require('core/intrinsics');

const percent = (character) => `%${stringPadStart(stringToUpperCase(numberProtoToString(stringCharCodeAt(character, 0), 16)), 2, '0')}`;

module.exports = { percent };
