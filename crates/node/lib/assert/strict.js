'use strict';

// node:assert/strict: assert with strict methods in place of the loose ones.

module.exports = require('assert').strict;
