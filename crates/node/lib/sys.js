'use strict';

const globals = require('globals');

globals.process.emitWarning('sys is deprecated. Use `node:util` instead.', 'DeprecationWarning', 'DEP0025');
module.exports = require('util');
