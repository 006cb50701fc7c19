'use strict';
// The process object as a module.

module.exports = require('process/process');
