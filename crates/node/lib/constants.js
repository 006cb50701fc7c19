'use strict';
// node:constants: the constants of os, fs and crypto in one object. Deprecated, and still imported.

const { objectFreeze } = require('core/intrinsics');
const { dlopen, errno, priority, signals } = require('os').constants;

module.exports = objectFreeze({
  ...dlopen, ...errno, ...priority, ...signals, ...require('fs').constants, ...require('crypto').constants,
});
