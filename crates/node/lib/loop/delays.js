'use strict';
// Invalid delays become 1 millisecond, with Node's warnings: every time for one that is too long, once for a negative one and once
// for NaN.

let warnedNegative = false;
let warnedNaN = false;

function warn(after, what, name) {
  require('process/warning').emitWarning(`${after} ${what}.\nTimeout duration was set to 1.`, name);
}

function clampDelay(after, longest) {
  if (after > longest) {
    warn(after, 'does not fit into a 32-bit signed integer', 'TimeoutOverflowWarning');
  } else if (after < 0) {
    if (!warnedNegative) {
      warnedNegative = true;
      warn(after, 'is a negative number', 'TimeoutNegativeWarning');
    }
  } else if (after !== after && !warnedNaN) {
    warnedNaN = true;
    warn(after, 'is not a number', 'TimeoutNaNWarning');
  }
  return 1;
}

module.exports = { clampDelay };
