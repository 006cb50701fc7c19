'use strict';

// node:assert/strict: assert whose loose methods are the strict ones.

module.exports = require('assert').strict;
