'use strict';

// node:path: the rules of the system we run on. Both kinds are complete on every system.

module.exports = require('path/posix');
