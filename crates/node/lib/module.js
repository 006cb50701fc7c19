'use strict';
// node:module: the CommonJS loader. What ES modules need of it (register, registerHooks, source maps) is issue 3.

module.exports = require('module/cjs').Module;
