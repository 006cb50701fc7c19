'use strict';
// No encoding makes a string longer than buffer.constants.MAX_STRING_LENGTH.

const { Buffer, constants } = require('buffer');
const { StringDecoder } = require('string_decoder');

const bytes = Buffer.alloc(constants.MAX_STRING_LENGTH + 1, 97);
const outcome = (act) => {
  try {
    return act().length;
  } catch (error) {
    return `${error.name} ${error.code} ${error.message}`;
  }
};
for (const encoding of ['utf8', 'latin1', 'ascii', 'hex', 'base64', 'base64url']) {
  console.log(encoding, outcome(() => bytes.toString(encoding)));
}
console.log('one less', outcome(() => bytes.latin1Slice(1)));
console.log('decoder', outcome(() => new StringDecoder().write(bytes)));
