'use strict';

// node:path: the rules of the current system. Both variants are complete on every system.

module.exports = require('path/posix');
