'use strict';

// The default options of inspect(). They have a file of their own so that the console's fast path sees a program's changes to
// `util.inspect.defaultOptions` without loading the formatter. Their order is the order in which custom inspect functions see
// them.

const { objectSeal } = require('core/intrinsics');

module.exports = objectSeal({
  showHidden: false,
  depth: 2,
  colors: false,
  customInspect: true,
  showProxy: false,
  maxArrayLength: 100,
  maxStringLength: 10000,
  breakLength: 80,
  compact: 3,
  sorted: false,
  getters: false,
  numericSeparator: false,
});
