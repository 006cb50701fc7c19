'use strict';
// util.styleText around texts that hold its closing codes.
const util = require('util');

for (const text of ['a', '', '\x1b[39m', 'a\x1b[39m', '\x1b[39ma\x1b[39m', 'a\x1b[39m\x1b[39m', 'a\x1b[22mb\x1b[22m']) {
  for (const format of ['red', 'bold', 'dim', ['red', 'bold']]) console.log(JSON.stringify(util.styleText(format, text, { validateStream: false })));
}
