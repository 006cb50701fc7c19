'use strict';
// node:constants: the constants of os, fs and crypto in one object. Deprecated, and still imported.

const { dlopen, errno, priority, signals } = require('os').constants;

module.exports = Object.freeze({
  ...dlopen, ...errno, ...priority, ...signals, ...require('fs').constants, ...require('crypto').constants,
});
