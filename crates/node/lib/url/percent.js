'use strict';
// Percent-encodes an ASCII character.

const { numberProtoToString, stringCharCodeAt, stringPadStart, stringToUpperCase } = require('core/intrinsics');

const percent = (character) => `%${stringPadStart(stringToUpperCase(numberProtoToString(stringCharCodeAt(character, 0), 16)), 2, '0')}`;

module.exports = { percent };
