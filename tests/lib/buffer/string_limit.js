'use strict';
// No encoding makes a string longer than buffer.constants.MAX_STRING_LENGTH. Those whose length is known beforehand are
// refused at once: the half gigabyte is never touched. (UTF-8 must be read to be refused: ten seconds without optimisation.)

const { Buffer, constants } = require('buffer');

const bytes = Buffer.alloc(constants.MAX_STRING_LENGTH + 1);
const outcome = (act) => {
  try {
    return act().length;
  } catch (error) {
    return `${error.name} ${error.code} ${error.message}`;
  }
};
for (const encoding of ['latin1', 'ascii', 'hex', 'base64', 'base64url']) {
  console.log(encoding, outcome(() => bytes.toString(encoding)));
}
console.log('a slice', outcome(() => bytes.hexSlice(0, constants.MAX_STRING_LENGTH / 2 + 1)));
