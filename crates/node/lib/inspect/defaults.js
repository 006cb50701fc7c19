'use strict';

// The options every inspection starts from. They live in a file of their own because the console's fast path must see a
// program's changes to `util.inspect.defaultOptions` without loading the formatter. Their order is the order in which a
// custom inspect function sees them.

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
